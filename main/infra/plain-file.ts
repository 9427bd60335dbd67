import { readFileSync, statSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'

/** A pipe or a device at a file's path would block for ever, so the path is checked before it is opened. */
function refuseOther(path: string, isFile: boolean): void {
  if (!isFile) throw new Error(`${path} is no file`)
}

/** Reads a text file; rejects as `readFile` does, and where the path is not a plain file. */
export async function readPlainFile(path: string): Promise<string> {
  refuseOther(path, (await stat(path)).isFile())
  return readFile(path, 'utf8')
}

/** The same, synchronously. */
export function readPlainFileSync(path: string): string {
  refuseOther(path, statSync(path).isFile())
  return readFileSync(path, 'utf8')
}
