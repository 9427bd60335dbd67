import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'

/** A pipe or a device in the place of a file would be waited for without an end, so it is looked at before it is opened. */
function refuseOther(path: string, isFile: boolean): void {
  if (!isFile) throw new Error(`${path} is no file`)
}

/** Reads a text file; rejects as `readFile` does, and where something else is in its place. */
export async function readPlainFile(path: string): Promise<string> {
  refuseOther(path, (await stat(path)).isFile())
  return readFile(path, 'utf8')
}

/** The same at once. */
export function readPlainFileSync(path: string): string {
  refuseOther(path, statSync(path).isFile())
  return readFileSync(path, 'utf8')
}
