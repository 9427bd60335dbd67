import { z } from 'zod'
import { mostNoted } from '../../../shared/bridge/export-procedures.ts'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { createSqliteExportedFiles } from '../../infra/sqlite-exported-files.ts'
import { openOwnDatabase } from '../../infra/sqlite-own-database.ts'
import { DataFolderError } from '../../infra/start-error.ts'
import { callDoor } from '../door/call-door.ts'
import { readDoorAddress } from '../door/door-file.ts'
import { logOn, type Terminal } from './terminal.ts'

const patienceMs = 30_000
const doneSchema = z.object({ ok: z.literal(true) })

/**
 * Notes files as exported, as an export of the page does (EXP50): in the library, or through the Atelier that has it open.
 * Resolves with whether that went well; the copies are written in either case.
 */
export async function noteExported(
  root: string,
  fileIds: readonly string[],
  terminal: Terminal,
): Promise<boolean> {
  if (fileIds.length === 0) return true
  try {
    return (await noteHere(root, fileIds, terminal)) || (await noteThere(root, fileIds))
  } catch {
    return false
  }
}

/** False where another process has the data folder. */
async function noteHere(root: string, fileIds: readonly string[], terminal: Terminal): Promise<boolean> {
  const folder = await takeDataFolder(root).catch((error: unknown) => {
    if (error instanceof DataFolderError) return null
    throw error
  })
  if (!folder) return false
  try {
    const path = folder.resolve('library.sqlite')
    const own = await openOwnDatabase({ path, log: logOn(terminal), repair: null })
    try {
      createSqliteExportedFiles(own.database).mark(fileIds, Date.now())
      return true
    } finally {
      await own.close()
    }
  } finally {
    folder.release()
  }
}

async function noteThere(root: string, fileIds: readonly string[]): Promise<boolean> {
  const address = await readDoorAddress(root)
  if (!address) return false
  for (let from = 0; from < fileIds.length; from += mostNoted) {
    const some = fileIds.slice(from, from + mostNoted)
    const answer = await callDoor(
      address,
      '/call/export.note',
      { fileIds: some },
      AbortSignal.timeout(patienceMs),
    )
    if (!doneSchema.safeParse(answer).success) return false
  }
  return true
}
