import type { ActionRow } from './action.ts'
import type { AskedChange } from './collecting.ts'

/** Asks for the collection or the tag of the files, or of all that is found, which is not read. */
export function collect(way: AskedChange['way']): ActionRow['run'] {
  return async ({ files, readFiles, readFound }, { collecting }) => {
    const found = readFound?.() ?? null
    if (found) return collecting.setState({ asked: { way, files: [], found } })
    collecting.setState({ asked: { way, files: readFiles ? await readFiles() : files, found: null } })
  }
}
