import type { Bridge } from '../../shared/bridge/carrier.ts'
import { mostFilesOfChange } from '../../shared/bridge/change-bounds.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { AskedChange } from '../actions/collecting.ts'
import type { Undo } from '../actions/judging.ts'

interface Tagged {
  /** How many files changed. */
  readonly count: number
  readonly undo: Undo
  /** Why the rest was not changed; null where all was. */
  readonly rest: BridgeFailure | null
}

/** Adds a tag to files, or takes it from them, by one call however many they are. */
export async function tagFiles(
  bridge: Pick<Bridge, 'call'>,
  { files, found }: Pick<AskedChange, 'files' | 'found'>,
  name: string,
  isOn: boolean,
): Promise<BridgeResult<Tagged>> {
  if (found) {
    const result = await bridge.call('library.change', { ...found, change: { type: 'tag', name, isOn } })
    if (!result.ok) return result
    const { files: count, undo: id, failure } = result.value
    const undo: Undo = async () =>
      id === null ? { ok: true, value: null } : bridge.call('library.undoChange', { undo: id })
    return { ok: true, value: { count, undo, rest: failure } }
  }
  const fileIds = files.map(({ fileId }) => fileId)
  const changes = Array.from({ length: Math.ceil(fileIds.length / mostFilesOfChange) }, (_, part) => ({
    name,
    isOn,
    fileIds: fileIds.slice(part * mostFilesOfChange, (part + 1) * mostFilesOfChange),
  }))
  const result = await bridge.call('tags.change', { changes })
  if (!result.ok) return result
  const { undo: back } = result.value
  const count = back.reduce((sum, change) => sum + change.fileIds.length, 0)
  return { ok: true, value: { count, undo: () => bridge.call('tags.change', { changes: back }), rest: null } }
}

const mostKnown = 8

/** Tags that hold a text. */
export function tagsWith(bridge: Pick<Bridge, 'call'>, text: string) {
  return bridge.call('tags.list', { search: text.trim(), limit: mostKnown })
}
