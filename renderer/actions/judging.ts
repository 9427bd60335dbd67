import type { Bridge } from '../../shared/bridge/carrier.ts'
import { mostFilesOfChange } from '../../shared/bridge/change-bounds.ts'
import type { BridgeErrorCode, BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { Judged, JudgementChange } from '../../shared/bridge/judgement-schemas.ts'
import type { QueryChange } from '../../shared/bridge/library-list-procedures.ts'
import type { Judgement } from '../../shared/library/judgement.ts'
import { judgementsIn } from '../bridge/apply-judged.ts'
import { nextChange } from '../ui/change-order.ts'
import type { FoundFiles } from './action.ts'

/** An undo; resolves with its result, and does nothing the second time, unless the first one could not be sent. */
export type Undo = () => Promise<BridgeResult<unknown>>

/** Marks files, and remembers how to undo that. */
export interface Judging {
  /**
   * Resolves with its undo, which does not stand where it was to remove what none of them had. `order`: its place
   * among all changes, by `nextChange`. A change that depends on what the files are is asked for in its turn, with what
   * the calls before it, which are not shown yet, made of them.
   */
  judge(
    fileIds: readonly string[],
    change: Marks | ((newest: ReadonlyMap<string, Judgement>) => Marks),
    order?: number,
  ): Promise<BridgeResult<Undo>>
  /** Takes files out of a collection; resolves with its undo. */
  uncollect(collectionId: string, fileIds: readonly string[], order?: number): Promise<BridgeResult<Undo>>
  /** Moves files to the trash or from it; resolves with how many were moved, and its undo. */
  moveFiles(way: TrashWay, fileIds: readonly string[], order?: number): Promise<BridgeResult<MovedFiles>>
  /** Changes all that a list finds; resolves with how many files that were, and its undo. */
  changeFound(found: FoundFiles, change: QueryChange, order?: number): Promise<BridgeResult<MovedFiles>>
  /** Remembers another change that Undo is for; `patience`: how long its undo may take, in milliseconds. */
  remember(undo: Undo, patience?: number): Undo
  /** Called as soon as its undo is chosen, in whichever way, before that is sent; it may still fail. */
  whenUndone(undo: Undo, listener: () => void): void
  /** Its place among all changes; 0 for one that does not stand. */
  orderOf(undo: Undo): number
  /** The place of the last change that stands; 0 where there is none. */
  lastOrder(): number
  /** Forgets what went to the trash and was deleted from it since: an undo has nothing to bring back. */
  forgetDeleted(): Promise<void>
  /** Whether its undo has not been chosen, or failed in passing. */
  stands(undo: Undo): boolean
  /**
   * Undoes the last change that is not undone, also one that is still being made: where that fails, nothing is undone.
   * Null where there is no change.
   */
  undoLast(): Promise<BridgeResult<unknown> | null>
}

type Marks = Omit<JudgementChange, 'fileIds'>

export interface MovedFiles {
  readonly count: number
  readonly undo: Undo
  /** Why the others were not moved; null where all were that could be. */
  readonly rest: BridgeFailure | null
}

export type TrashWay = 'library.trash' | 'library.restore'

/** How many changes can be undone, one after the other. */
const mostRemembered = 200

const judgingsOf = new WeakMap<Bridge, Judging>()

/** The one of this page, made when it is first needed. */
export function judgingOf(bridge: Bridge): Judging {
  const known = judgingsOf.get(bridge) ?? createJudging({ bridge, later: laterInPage })
  judgingsOf.set(bridge, known)
  return known
}

/** How long a call may take, with its wait for those before it, until the next ones are sent all the same, in milliseconds. */
export const patienceMs = 20_000
/** The same for all that a list finds: a million files take minutes. */
export const patienceWithFoundMs = 10 * 60_000

/** Failures after which the same undo may succeed. */
const passing: ReadonlySet<BridgeErrorCode> = new Set(['disconnected', 'no_session', 'storage_failed'])

interface Change {
  /** By `nextChange`. */
  readonly place: number
  readonly undo: Undo
  /** What undoes it, once it is made; null where that failed. */
  readonly made: Promise<Undo | null>
  readonly patience: number
  /** What went to the trash with it: these files, or all that a list found. */
  readonly trashed?: () => readonly string[] | 'found'
}

interface JudgingDeps {
  readonly bridge: Pick<Bridge, 'call'>
  /** Returns how to cancel it. */
  later(task: () => void, milliseconds: number): () => void
}

const nothing = { ok: true, value: null } as const

const unheard = { code: 'disconnected', message: 'No response in time.' } as const

const overtaking = {
  ok: false,
  error: { code: 'disconnected', message: 'A later change could not be undone.' },
} as const

export function createJudging({ bridge, later }: JudgingDeps): Judging {
  let remembered: readonly Change[] = []
  const listeners = new WeakMap<Undo, () => void>()
  let last: Promise<unknown> = Promise.resolve()
  const undoing = new Map<Change, Promise<unknown>>()
  let waiting = 0
  /** What calls made of files while others wait for them; the page may not show it yet. */
  const newest = new Map<string, Judgement>()

  function learn(after: readonly Judged[]): void {
    for (const [fileId, judgement] of judgementsIn(after)) newest.set(fileId, judgement)
  }

  /**
   * One after the other, as they were made: else two keys could reach the studio, or be undone, the other way round.
   * `inTime` fails once patience ends; `done` is the work itself, which may still succeed.
   */
  function inOrder<Value>(work: () => Promise<BridgeResult<Value>>, patience: number) {
    waiting += 1
    const done = last.then(work).finally(() => {
      waiting -= 1
      if (waiting === 0) newest.clear()
    })
    const inTime = withinPatience(done, patience)
    last = inTime.catch(() => {})
    return { done, inTime }
  }

  async function withinPatience<Value>(
    work: Promise<BridgeResult<Value>>,
    patience: number,
  ): Promise<BridgeResult<Value>> {
    const { promise: late, resolve } = Promise.withResolvers<BridgeResult<Value>>()
    const cancel = later(() => resolve({ ok: false, error: unheard }), patience)
    return Promise.race([work, late]).finally(cancel)
  }

  function put(change: Change): void {
    remembered = [...remembered, change].toSorted((a, b) => a.place - b.place).slice(-mostRemembered)
  }

  function drop(change: Change): void {
    remembered = remembered.filter((one) => one !== change)
  }

  function add(
    made: Promise<Undo | null>,
    place = nextChange(),
    patience = patienceMs,
    trashed?: Change['trashed'],
  ): Change {
    const change: Change = {
      place,
      made,
      patience,
      undo: () => undoOnce(change),
      ...(trashed && { trashed }),
    }
    put(change)
    return change
  }

  /** It is taken at once, so that the next key is for the change before it. */
  async function undoOnce(change: Change): Promise<BridgeResult<unknown>> {
    if (!remembered.includes(change)) return nothing
    drop(change)
    listeners.get(change.undo)?.()
    const ended = undo(change).finally(() => undoing.delete(change))
    undoing.set(change, ended)
    return ended
  }

  /** Where the undo of a later change could not be sent, this one waits for the same key: it must not overtake that. */
  async function undo(change: Change): Promise<BridgeResult<unknown>> {
    const later = [...undoing].filter(([one]) => one.place > change.place)
    const { done, inTime } = inOrder(async () => {
      await Promise.allSettled(later.map(([, ended]) => ended))
      if (later.some(([one]) => remembered.includes(one))) return overtaking
      return (await change.made)?.() ?? nothing
    }, change.patience)
    const result = await inTime
    if (result.ok || !passing.has(result.error.code)) return result
    put(change)
    void done.then((late) => late.ok && drop(change)).catch(() => {})
    return result
  }

  async function make(
    work: () => Promise<BridgeResult<Undo>>,
    order: number | undefined,
    patience = patienceMs,
    trashed?: Change['trashed'],
  ): Promise<BridgeResult<Undo>> {
    const { done, inTime } = inOrder(work, patience)
    const made = done.then(
      (result) => (result.ok ? result.value : null),
      () => null,
    )
    const change = add(made, order, patience, trashed)
    const dropped = made.then((undo) => undo ?? drop(change))
    const result = await inTime
    if (result.ok) return { ok: true, value: change.undo }
    // What fails by patience alone may still be made, and is then undone like any other.
    if (result.error !== unheard) await dropped
    return result
  }

  /** In as many calls as the bridge needs: where one fails, those before it are undone. Resolves with what was before. */
  async function judgeAll(
    fileIds: readonly string[],
    change: Marks,
  ): Promise<BridgeResult<readonly Judged[]>> {
    const before: Judged[] = []
    for (let from = 0; from < Math.max(1, fileIds.length); from += mostFilesOfChange) {
      const some = fileIds.slice(from, from + mostFilesOfChange)
      const result = await bridge.call('library.judge', { changes: [{ ...change, fileIds: some }] })
      if (!result.ok) {
        await judgeBack(before.map(({ fileIds: of, judgement }) => ({ fileIds: of, ...judgement })))
        return result
      }
      before.push(...result.value.before)
      learn(result.value.after)
    }
    return { ok: true, value: before }
  }

  /** Changes of one call name at most as many files as it takes. */
  async function judgeBack(changes: readonly JudgementChange[]): Promise<BridgeResult<unknown>> {
    let result: BridgeResult<unknown> = nothing
    for (const part of partsOf(changes)) {
      const judged = await bridge.call('library.judge', { changes: [...part] })
      if (!judged.ok) return judged
      learn(judged.value.after)
      result = judged
    }
    return result
  }

  /** In as many calls as the bridge needs, until one fails: the rest is still where it was. */
  async function move(way: TrashWay, fileIds: readonly string[]) {
    const moved: string[] = []
    for (let from = 0; from < fileIds.length; from += mostFilesOfChange) {
      const result = await bridge.call(way, { fileIds: fileIds.slice(from, from + mostFilesOfChange) })
      if (!result.ok) return { moved, failure: result }
      moved.push(...result.value.fileIds)
    }
    return { moved, failure: null }
  }

  /** Repeated after a failure it goes on with what is left. */
  async function moveBack(way: TrashWay, fileIds: readonly string[]): Promise<BridgeResult<unknown>> {
    const { moved, failure } = await move(way, fileIds)
    if (failure) return failure
    const areGone = moved.length === 0 && fileIds.length > 0
    return areGone ? { ok: false, error: { code: 'not_found', message: '' } } : nothing
  }

  /** Of these files, or of all. */
  async function hasNoneInTrash(fileIds?: readonly string[]): Promise<boolean> {
    for (let from = 0; from < (fileIds?.length ?? 1); from += mostFilesOfChange) {
      const some = fileIds?.slice(from, from + mostFilesOfChange)
      const result = await bridge.call('library.trashSum', some ? { fileIds: some } : {})
      if (!result.ok || result.value.files > 0) return false
    }
    return true
  }

  return {
    async moveFiles(way, fileIds, order) {
      const back = way === 'library.trash' ? 'library.restore' : 'library.trash'
      let all: readonly string[] = []
      let rest: BridgeFailure | null = null
      const made = await make(
        async () => {
          const { moved, failure } = await move(way, fileIds)
          if (failure && moved.length === 0) return failure
          all = moved
          rest = failure?.error ?? null
          return { ok: true, value: () => moveBack(back, moved) }
        },
        order,
        patienceMs,
        way === 'library.trash' ? () => all : undefined,
      )
      const count = all.length
      return made.ok ? { ok: true, value: { count, undo: made.value, rest } } : made
    },
    async changeFound(found, change, order) {
      let count = 0
      let rest: BridgeFailure | null = null
      const made = await make(
        async () => {
          const result = await bridge.call('library.change', { ...found, change })
          if (!result.ok) return result
          const { files, undo: id, failure } = result.value
          count = files
          rest = failure
          const undo: Undo = async () =>
            id === null ? nothing : bridge.call('library.undoChange', { undo: id })
          return { ok: true, value: undo }
        },
        order,
        patienceWithFoundMs,
        change.type === 'trash' ? () => 'found' : undefined,
      )
      if (!made.ok) return made
      if (count === 0) remembered = remembered.filter(({ undo }) => undo !== made.value)
      return { ok: true, value: { count, undo: made.value, rest } }
    },
    async forgetDeleted() {
      // Not of later changes: their files were still in the library.
      const changes = remembered.filter(({ trashed }) => trashed)
      if (changes.length === 0) return
      await last
      const isEmpty = await hasNoneInTrash()
      for (const change of changes) {
        const trashed = change.trashed?.() ?? []
        const isGone = isEmpty || (trashed !== 'found' && (await hasNoneInTrash(trashed)))
        if (trashed.length === 0 || !isGone || !remembered.includes(change)) continue
        drop(change)
        listeners.get(change.undo)?.()
      }
    },
    remember: (undo, patience) => add(Promise.resolve(undo), undefined, patience).undo,
    whenUndone: (undo, listener) => void listeners.set(undo, listener),
    orderOf: (undo) => remembered.find((change) => change.undo === undo)?.place ?? 0,
    lastOrder: () => remembered.at(-1)?.place ?? 0,
    stands: (undo) => remembered.some((change) => change.undo === undo),
    async judge(fileIds, change, order) {
      let isVain = false
      const made = await make(async () => {
        const marks = typeof change === 'function' ? change(newest) : change
        const result = await judgeAll(fileIds, marks)
        if (!result.ok) return result
        const before = result.value
        isVain = before.length > 0 && before.every(({ judgement }) => removesNothing(marks, judgement))
        const changes = before.map(({ fileIds: some, judgement }) => ({
          fileIds: some,
          ...judgement,
        }))
        return { ok: true, value: () => judgeBack(changes) }
      }, order)
      // The next Ctrl+Z is for what did change something.
      if (made.ok && isVain) remembered = remembered.filter(({ undo }) => undo !== made.value)
      return made
    },
    uncollect: (collectionId, fileIds, order) =>
      make(async () => {
        const result = await bridge.call('collections.remove', { collectionId, fileIds: [...fileIds] })
        if (!result.ok) return result
        const { removed: members } = result.value
        const undo: Undo = async () =>
          members.length === 0
            ? { ok: true, value: null }
            : bridge.call('collections.put', { collectionId, members })
        return { ok: true, value: undo }
      }, order),
    undoLast: async () => (await remembered.at(-1)?.undo()) ?? null,
  }
}

/** Changes in parts that one call takes. */
function partsOf(changes: readonly JudgementChange[]): JudgementChange[][] {
  const parts: JudgementChange[][] = []
  let files = mostFilesOfChange
  for (const change of changes) {
    files += change.fileIds.length
    if (files > mostFilesOfChange) {
      parts.push([])
      files = change.fileIds.length
    }
    parts.at(-1)?.push(change)
  }
  return parts
}

/** Whether it takes stars or a flag, and there were none. */
function removesNothing({ rating, flag }: Omit<JudgementChange, 'fileIds'>, before: Judgement): boolean {
  return (rating === 0 && before.rating === 0) || (flag === 'none' && before.flag === 'none')
}

function laterInPage(task: () => void, milliseconds: number): () => void {
  const timer = setTimeout(task, milliseconds)
  return () => clearTimeout(timer)
}
