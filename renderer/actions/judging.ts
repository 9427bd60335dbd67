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

export function createJudging(bridge: Pick<Bridge, 'call'>): Judging {
  let remembered: Undo[] = []
  const listeners = new WeakMap<Undo, () => void>()

  function remember(undo: Undo): Undo {
    const once: Undo = async () => {
      if (!remembered.includes(once)) return { ok: true, value: null }
      remembered = remembered.filter((one) => one !== once)
      listeners.get(once)?.()
      return undo()
    }
    remembered = [...remembered, once].slice(-mostRemembered)
    return once
  }

  return {
    remember,
    whenUndone: (undo, listener) => void listeners.set(undo, listener),
    async judge(fileIds, change) {
      const result = await bridge.call('library.judge', { changes: [{ ...change, fileIds: [...fileIds] }] })
      if (!result.ok) return result
      const changes = result.value.before.map(({ fileIds: some, judgement }) => ({
        fileIds: some,
        ...judgement,
      }))
      return {
        ok: true,
        value: remember(async () =>
          changes.length === 0 ? { ok: true, value: null } : bridge.call('library.judge', { changes }),
        ),
      }
    },
    async uncollect(collectionId, fileIds) {
      const result = await bridge.call('collections.remove', { collectionId, fileIds: [...fileIds] })
      if (!result.ok) return result
      const { removed: members } = result.value
      const undo: Undo = async () =>
        members.length === 0
          ? { ok: true, value: null }
          : bridge.call('collections.put', { collectionId, members })
      return { ok: true, value: remember(undo) }
    },
    undoLast: async () => (await remembered.at(-1)?.()) ?? null,
  }
}
