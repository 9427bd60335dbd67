import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { JudgementChange } from '../../shared/bridge/judgement-schemas.ts'

/** An undo; resolves with its result, and does nothing the second time. */
export type Undo = () => Promise<BridgeResult<unknown>>

/** Marks files, and remembers how to undo that. */
export interface Judging {
  /** Resolves with its undo. */
  judge(fileIds: readonly string[], change: Omit<JudgementChange, 'fileIds'>): Promise<BridgeResult<Undo>>
  /** Takes files out of a collection; resolves with its undo. */
  uncollect(collectionId: string, fileIds: readonly string[]): Promise<BridgeResult<Undo>>
  /** Remembers another change that Undo is for. */
  remember(undo: Undo): Undo
  /** Called once the change has been undone, in whichever way. */
  whenUndone(undo: Undo, listener: () => void): void
  /** Undoes the last change that is not undone; null where there is none. */
  undoLast(): Promise<BridgeResult<unknown> | null>
}

/** How many changes can be undone, one after the other. */
const mostRemembered = 200

const judgingsOf = new WeakMap<Bridge, Judging>()

/** The one of this page, made when it is first needed. */
export function judgingOf(bridge: Bridge): Judging {
  const known = judgingsOf.get(bridge) ?? createJudging(bridge)
  judgingsOf.set(bridge, known)
  return known
}

interface Change {
  readonly undo: Undo
  readonly work: Undo
}

export function createJudging(bridge: Pick<Bridge, 'call'>): Judging {
  let remembered: readonly Change[] = []
  const listeners = new WeakMap<Undo, () => void>()
  let last: Promise<unknown> = Promise.resolve()
  /** Changes that are being made, and are remembered once they are. */
  let underWay = 0

  /** One after the other, as they were made: else two keys could reach the studio, or be undone, the other way round. */
  function inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = last.then(work)
    last = done.catch(() => {})
    return done
  }

  function make(work: () => Promise<BridgeResult<Undo>>): Promise<BridgeResult<Undo>> {
    underWay += 1
    return inOrder(work).finally(() => {
      underWay -= 1
    })
  }

  /** At once, so that the next key is for the change before it; null where it was undone. */
  function claim(change: Change | undefined): Undo | null {
    if (!change || !remembered.includes(change)) return null
    remembered = remembered.filter((one) => one !== change)
    listeners.get(change.undo)?.()
    return change.work
  }

  function remember(work: Undo): Undo {
    const undo: Undo = async () => {
      const claimed = claim(change)
      return claimed ? inOrder(claimed) : { ok: true, value: null }
    }
    const change: Change = { undo, work }
    remembered = [...remembered, change].slice(-mostRemembered)
    return undo
  }

  return {
    remember,
    whenUndone: (undo, listener) => void listeners.set(undo, listener),
    judge: (fileIds, change) =>
      make(async () => {
        const result = await bridge.call('library.judge', { changes: [{ ...change, fileIds: [...fileIds] }] })
        if (!result.ok) return result
        const changes = result.value.before.map(({ fileIds: some, judgement }) => ({
          fileIds: some,
          ...judgement,
        }))
        const undo: Undo = async () =>
          changes.length === 0 ? { ok: true, value: null } : bridge.call('library.judge', { changes })
        return { ok: true, value: remember(undo) }
      }),
    uncollect: (collectionId, fileIds) =>
      make(async () => {
        const result = await bridge.call('collections.remove', { collectionId, fileIds: [...fileIds] })
        if (!result.ok) return result
        const { removed: members } = result.value
        const undo: Undo = async () =>
          members.length === 0
            ? { ok: true, value: null }
            : bridge.call('collections.put', { collectionId, members })
        return { ok: true, value: remember(undo) }
      }),
    undoLast: async () => {
      const undoLatest = async () => (await claim(remembered.at(-1))?.()) ?? null
      if (underWay > 0) return inOrder(undoLatest)
      return (await remembered.at(-1)?.undo()) ?? null
    },
  }
}
