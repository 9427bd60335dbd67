import { reasonOf } from '../../../shared/failures/reason.ts'
import { createLostAndFound } from './lost-and-found.ts'
import type { LibraryFolder, LibraryRows } from './reconcile-ports.ts'

export interface CheckPlaceDeps {
  readonly rows: Pick<LibraryRows, 'saved' | 'setMissing' | 'setFound'>
  readonly folder: LibraryFolder
  onChanged(fileId: string): void
}

/**
 * Looks for one saved file on the disk, as each start does for all: its row says from then on whether it is there. What
 * is in its place but another length is left to who opens it. Rejects where the folder can’t be read.
 */
export type CheckPlace = (fileId: string) => Promise<void>

/** Somebody waits for it. */
const atOnce = async () => {}

export function createCheckPlace({ rows, folder, onChanged }: CheckPlaceDeps): CheckPlace {
  const running = new Map<string, Promise<void>>()

  async function look(fileId: string): Promise<void> {
    const row = rows.saved(fileId)
    // Where all of the media are away, as with a drive that is not connected, nothing is called missing (LIB24).
    if (!row || !(await folder.hasFolder('media')) || (await folder.isBehindLink(row.path))) return
    const bytes = await folder.bytes(row.path)
    if (bytes !== null && bytes !== row.bytes) return
    const isHere = bytes !== null || (await createLostAndFound(folder, atOnce).bringBack(row))
    if (isHere !== row.isMissing) return
    if (isHere) rows.setFound(fileId)
    else rows.setMissing(fileId, reasonOf('file_gone'))
    onChanged(fileId)
  }

  return (fileId) => {
    const known = running.get(fileId)
    if (known) return known
    const begun = look(fileId).finally(() => running.delete(fileId))
    running.set(fileId, begun)
    return begun
  }
}
