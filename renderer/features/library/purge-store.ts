import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { mostFilesOfChange } from '../../../shared/bridge/change-bounds.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { mostNamedKept } from '../../../shared/bridge/trash-procedures.ts'
import type { Purging } from './library-store.ts'

type Sum = ProcedureOutput<'library.trashSum'>
type Purged = ProcedureOutput<'library.purge'>

export interface PurgeState {
  /** What the question is about. */
  readonly asked: Purging | null
  /** What that is; null until it is counted. */
  readonly sum: Sum | null
  readonly isBusy: boolean
}

/** The question whether files are to be deleted from the trash and the disk. */
export interface PurgeStore {
  readonly store: StoreApi<PurgeState>
  /** Counts these files. Resolves with the failure, unless another question came meanwhile. */
  ask(asked: Purging | null): Promise<BridgeFailure | null>
  /** Deletes what was counted: what came into the trash since then stays. Null where there is nothing. */
  purge(): Promise<BridgeResult<Purged> | null>
}

export function createPurgeStore(bridge: Pick<Bridge, 'call'>): PurgeStore {
  const store = createStore<PurgeState>(() => ({ asked: null, sum: null, isBusy: false }))
  return {
    store,
    async ask(asked) {
      store.setState({ asked, sum: null })
      if (asked === null) return null
      const result = await sumOf(bridge, asked)
      if (store.getState().asked !== asked) return null
      if (!result.ok) return result.error
      store.setState({ sum: result.value })
      return null
    },
    async purge() {
      const { asked, sum } = store.getState()
      if (asked === null || !sum?.until) return null
      store.setState({ isBusy: true })
      const { until } = sum
      const result = await (asked === 'all'
        ? bridge.call('library.purge', { until })
        : purgeFiles(bridge, asked))
      store.setState({ isBusy: false })
      return result
    },
  }
}

async function sumOf(bridge: Pick<Bridge, 'call'>, asked: Purging): Promise<BridgeResult<Sum>> {
  if (asked === 'all') return bridge.call('library.trashSum', {})
  const sum = { files: 0, bytes: 0, until: null as string | null }
  for (const fileIds of inCalls(asked)) {
    const result = await bridge.call('library.trashSum', { fileIds })
    if (!result.ok) return result
    sum.files += result.value.files
    sum.bytes += result.value.bytes
    sum.until ??= result.value.until
  }
  return { ok: true, value: sum }
}

/** What was deleted before a call failed is deleted: the list shows the rest. */
async function purgeFiles(
  bridge: Pick<Bridge, 'call'>,
  asked: readonly string[],
): Promise<BridgeResult<Purged>> {
  const purged = { files: 0, bytes: 0, left: 0, kept: { count: 0, names: [] as string[] } }
  for (const fileIds of inCalls(asked)) {
    const result = await bridge.call('library.purge', { fileIds })
    if (!result.ok) return result
    const { files, bytes, left, kept } = result.value
    purged.files += files
    purged.bytes += bytes
    purged.left += left
    purged.kept.count += kept.count
    purged.kept.names = [...purged.kept.names, ...kept.names].slice(0, mostNamedKept)
  }
  return { ok: true, value: purged }
}

function inCalls(fileIds: readonly string[]): string[][] {
  const count = Math.ceil(fileIds.length / mostFilesOfChange)
  return Array.from({ length: count }, (_, at) =>
    fileIds.slice(at * mostFilesOfChange, (at + 1) * mostFilesOfChange),
  )
}
