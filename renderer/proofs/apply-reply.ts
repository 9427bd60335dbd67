import type { Bridge } from '../../shared/bridge/carrier.ts'
import { mostFilesOfChange } from '../../shared/bridge/change-bounds.ts'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { JudgementChange } from '../../shared/bridge/judgement-schemas.ts'
import type { ChangedFile } from '../../shared/bridge/proof-procedures.ts'
import type { Undo } from '../actions/judging.ts'

type Call = Pick<Bridge, 'call'>
type Marks = ChangedFile['after']

/** Makes a reply’s changes, or, where one fails, none of them; resolves with how to undo them (EXP37). */
export async function applyReply(files: readonly ChangedFile[], bridge: Call): Promise<BridgeResult<Undo>> {
  const undo: Undo = () => setAll(files, 'before', bridge)
  const done = await setAll(files, 'after', bridge)
  if (done.ok) return { ok: true, value: undo }
  await undo()
  return done
}

async function setAll(
  files: readonly ChangedFile[],
  which: 'before' | 'after',
  bridge: Call,
): Promise<BridgeResult<unknown>> {
  let result: BridgeResult<unknown> = { ok: true, value: null }
  for (const change of judgementsOf(files, which)) {
    result = await bridge.call('library.judge', { changes: [change] })
    if (!result.ok) return result
  }
  for (const { fileId, before, after } of files) {
    if (before.note === after.note) continue
    const { note } = which === 'after' ? after : before
    result = await bridge.call('notes.set', { fileId, note })
    if (!result.ok) return result
  }
  return result
}

/** The files with the same rating and flag together, in as many calls as that takes. */
function judgementsOf(files: readonly ChangedFile[], which: 'before' | 'after'): JudgementChange[] {
  const groups = new Map<string, { marks: Marks; fileIds: string[] }>()
  for (const { fileId, ...file } of files) {
    if (file.before.rating === file.after.rating && file.before.flag === file.after.flag) continue
    const marks = file[which]
    const key = `${marks.rating} ${marks.flag}`
    const group = groups.get(key) ?? { marks, fileIds: [] }
    group.fileIds.push(fileId)
    groups.set(key, group)
  }
  return [...groups.values()].flatMap(({ marks: { rating, flag }, fileIds }) =>
    Array.from({ length: Math.ceil(fileIds.length / mostFilesOfChange) }, (_, part) => ({
      rating,
      flag,
      fileIds: fileIds.slice(part * mostFilesOfChange, (part + 1) * mostFilesOfChange),
    })),
  )
}
