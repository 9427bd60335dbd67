import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeErrorCode, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { JudgementChange } from '../../shared/bridge/judgement-schemas.ts'

/** An undo; resolves with its result, and does nothing the second time, unless the first one could not be sent. */
export type Undo = () => Promise<BridgeResult<unknown>>

/** Marks files, and remembers how to undo that. */
export interface Judging {
  /** Resolves with its undo. */
  judge(fileIds: readonly string[], change: Omit<JudgementChange, 'fileIds'>): Promise<BridgeResult<Undo>>
  /** Takes files out of a collection; resolves with its undo. */
  uncollect(collectionId: string, fileIds: readonly string[]): Promise<BridgeResult<Undo>>
  /** Remembers another change that Undo is for. */
  remember(undo: Undo): Undo
  /** Called as soon as its undo is chosen, in whichever way, before that is sent; it may still fail. */
  whenUndone(undo: Undo, listener: () => void): void
  /** Whether its undo has not been chosen. */
  stands(undo: Undo): boolean
  /**
   * Undoes the last change that is not undone, also one that is still being made: where that fails, nothing is undone.
   * Null where there is no change.
   */
  undoLast(): Promise<BridgeResult<unknown> | null>
}

/** How many changes can be undone, one after the other. */
const mostRemembered = 200

const judgingsOf = new WeakMap<Bridge, Judging>()

/** The one of this page, made when it is first needed. */
export function judgingOf(bridge: Bridge): Judging {
  const known = judgingsOf.get(bridge) ?? createJudging({ bridge, later: laterInPage })
  judgingsOf.set(bridge, known)
  return known
}

/** How long a call may take before those after it are sent all the same, in milliseconds. */
export const patienceMs = 20_000

/** Failures after which the same undo may succeed. */
const passing: ReadonlySet<BridgeErrorCode> = new Set(['disconnected', 'no_session', 'storage_failed'])

interface Change {
  /** By the order of the keys. */
  readonly place: number
  readonly undo: Undo
  /** What undoes it, once it is made; null where that failed. */
  readonly made: Promise<Undo | null>
}

interface JudgingDeps {
  readonly bridge: Pick<Bridge, 'call'>
  /** Returns how to cancel it. */
  later(task: () => void, milliseconds: number): () => void
}

const nothing = { ok: true, value: null } as const

export function createJudging({ bridge, later }: JudgingDeps): Judging {
  let remembered: readonly Change[] = []
  const listeners = new WeakMap<Undo, () => void>()
  let last: Promise<unknown> = Promise.resolve()
  let places = 0

  /** One after the other, as they were made: else two keys could reach the studio, or be undone, the other way round. */
  function inOrder<Value>(work: () => Promise<BridgeResult<Value>>): Promise<BridgeResult<Value>> {
    const done = last.then(() => inTime(work()))
    last = done.catch(() => {})
    return done
  }

  async function inTime<Value>(work: Promise<BridgeResult<Value>>): Promise<BridgeResult<Value>> {
    const { promise: late, resolve } = Promise.withResolvers<BridgeResult<Value>>()
    const error = { code: 'disconnected', message: `No response in ${patienceMs} ms.` } as const
    const cancel = later(() => resolve({ ok: false, error }), patienceMs)
    return Promise.race([work, late]).finally(cancel)
  }

  function put(change: Change): void {
    remembered = [...remembered, change].toSorted((a, b) => a.place - b.place).slice(-mostRemembered)
  }

  function drop(change: Change): void {
    remembered = remembered.filter((one) => one !== change)
  }

  function add(made: Promise<Undo | null>): Change {
    places += 1
    const change: Change = { place: places, made, undo: () => undoOnce(change) }
    put(change)
    return change
  }

  /** It is taken at once, so that the next key is for the change before it. */
  async function undoOnce(change: Change): Promise<BridgeResult<unknown>> {
    if (!remembered.includes(change)) return nothing
    drop(change)
    listeners.get(change.undo)?.()
    const result = await inOrder(async () => (await change.made)?.() ?? nothing)
    if (!result.ok && passing.has(result.error.code)) put(change)
    return result
  }

  async function make(work: () => Promise<BridgeResult<Undo>>): Promise<BridgeResult<Undo>> {
    const making = inOrder(work)
    const change = add(
      making.then(
        (result) => (result.ok ? result.value : null),
        () => null,
      ),
    )
    const result = await making
    if (result.ok) return { ok: true, value: change.undo }
    drop(change)
    return result
  }

  return {
    remember: (undo) => add(Promise.resolve(undo)).undo,
    whenUndone: (undo, listener) => void listeners.set(undo, listener),
    stands: (undo) => remembered.some((change) => change.undo === undo),
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
        return { ok: true, value: undo }
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
        return { ok: true, value: undo }
      }),
    undoLast: async () => (await remembered.at(-1)?.undo()) ?? null,
  }
}

function laterInPage(task: () => void, milliseconds: number): () => void {
  const timer = setTimeout(task, milliseconds)
  return () => clearTimeout(timer)
}
