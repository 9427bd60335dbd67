import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Incoming } from '../../../forms/read-transfer.ts'
import type { FormSending } from '../composer/form-sending.ts'
import type { PlannedRun } from '../composer/plan-runs.ts'
import type { ListChoices } from './list-plan.ts'
import { type HandedOver, type KeptList, type ListStorage, noList } from './list-storage.ts'
import { type ListFileRefusal, readListFile } from './read-list-file.ts'

export interface ListState extends KeptList {
  /** Why the last input is no list; null where it is one. */
  readonly refusal: { readonly code: ListFileRefusal | 'not_one_file'; readonly name: string } | null
  /** What the open list would make; empty while none is open. */
  readonly planned: readonly PlannedRun[]
}

/** The part of a list to be sent now, and the rest. */
export interface ListPart {
  readonly runs: readonly PlannedRun[]
  readonly rest: string
  /** How many rows of the rest can be sent. */
  readonly left: number
}

/** The pasted or opened list: kept until each of its rows was sent, and no row is sent twice. */
export interface ListStore {
  readonly store: StoreApi<ListState>
  write(text: string): void
  /** The open list is read for this model. */
  readFor(modelId: string): void
  /**
   * Moves the list to another model, where it would be this text. Returns the undo, which brings it back unless it changed
   * meanwhile, and returns whether it did; null where it isn't known whether rows of it were sent.
   */
  move(modelId: string, text: string): (() => boolean) | null
  /** Reads a file; the choices made for another list are dropped. */
  take(things: readonly Incoming[]): Promise<void>
  choose(change: Partial<ListChoices>): void
  /** Notes what the open list would make; nothing once it is closed. */
  plan(runs: readonly PlannedRun[]): void
  /**
   * Confirms a part with `confirm`; it is removed from the list once confirmed, and stays where nothing was
   * sent.
   */
  send(part: ListPart, confirm: FormSending['send']): Promise<readonly SubmissionView[]>
  /** Removes a part whose confirmation got no response, where the studio has its runs. */
  settle(): Promise<void>
}

export interface ListPorts {
  readonly bridge: Pick<Bridge, 'call'>
  readonly storage: ListStorage
  readonly newId: () => string
}

export function createListStore({ bridge, storage, newId }: ListPorts): ListStore {
  const store = createStore<ListState>(() => ({ ...storage.read(), refusal: null, planned: [] }))
  store.subscribe(({ text, modelId, choices, sent, handedOver }) =>
    storage.write({ text, modelId, choices, sent, handedOver }),
  )

  /** Removes a part from the list if it is still in it. */
  function letGo(part: HandedOver): void {
    const { handedOver, sent } = store.getState()
    if (handedOver !== part) return
    const { rest, left, submissionIds } = part
    const rows = (sent?.rows ?? 0) + submissionIds.length
    store.setState(rest === '' ? noList : { text: rest, sent: { rows, left }, handedOver: null })
  }

  async function settle(): Promise<void> {
    const { handedOver } = store.getState()
    const [submissionId] = handedOver?.submissionIds ?? []
    if (!handedOver || submissionId === undefined) return
    // All of them are written, or none.
    if ((await bridge.call('jobs.get', { submissionId })).ok) letGo(handedOver)
  }

  /** The ids under which these rows were submitted before, else new ones. */
  function handOver({ runs, rest, left }: ListPart): HandedOver {
    const { handedOver } = store.getState()
    if (handedOver?.rest === rest && handedOver.submissionIds.length === runs.length) return handedOver
    const next = { batchId: newId(), submissionIds: runs.map(() => newId()), rest, left }
    store.setState({ handedOver: next })
    return next
  }

  return {
    store,
    settle,
    readFor(modelId) {
      if (store.getState().modelId !== modelId) store.setState({ modelId })
    },
    move(modelId, text) {
      const { handedOver, ...before } = store.getState()
      if (handedOver) return null
      store.setState({ modelId, text })
      return () => {
        const now = store.getState()
        const isAsMoved = now.text === text && now.modelId === modelId && !now.handedOver
        if (isAsMoved) store.setState({ modelId: before.modelId, text: before.text })
        return isAsMoved
      }
    },
    write: (text) => store.setState({ text, refusal: null, sent: null, handedOver: null }),
    async take([thing, ...others]) {
      if (thing?.type !== 'file' || others.length > 0)
        return store.setState({ refusal: { code: 'not_one_file', name: '' } })
      const { file } = thing
      const read = await readListFile(file)
      if (read.ok) store.setState(({ modelId }) => ({ ...noList, modelId, text: read.text, refusal: null }))
      else store.setState({ refusal: { code: read.code, name: file.name } })
    },
    plan: (planned) => store.setState({ planned }),
    choose: (change) => store.setState(({ choices }) => ({ choices: { ...choices, ...change } })),
    async send(part, confirm) {
      const { text } = store.getState()
      await settle()
      if (store.getState().text !== text) return []
      const handedOver = handOver(part)
      const { batchId, submissionIds } = handedOver
      const sent = await confirm({ runs: part.runs, sheet: null, ids: { batchId, submissionIds } })
      if (sent.length > 0) letGo(handedOver)
      else await settle()
      return sent
    },
  }
}
