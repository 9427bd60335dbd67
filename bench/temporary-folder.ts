import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder for all measurements of a run, deleted when it ends. */
export function temporaryFolderOfRun(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A folder for one measurement, deleted afterwards in every case. */
export async function inTemporaryFolder<Value>(work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
