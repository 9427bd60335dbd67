import type { ImportedFile } from '../../shared/bridge/import-procedures.ts'
import { importRoute } from '../../shared/bridge/import-route.ts'

const outcomes: readonly unknown[] = [
  'added',
  'known',
  'busy',
  'refused',
  'failed',
] satisfies ImportedFile['outcome'][]

/** A file with the texts that were beside it. */
export interface SentFile {
  readonly file: File
  readonly besides: readonly File[]
}

/** Sends a file's bytes to the studio; null where it can't be reached, or the signal ends it. */
export async function sendFile(
  { file, besides }: SentFile,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ImportedFile | null> {
  try {
    const texts = besides.map(({ name, size }) => ({ name, bytes: size }))
    const route = importRoute(file.name, file.lastModified, texts)
    const body = besides.length === 0 ? file : new Blob([...besides, file])
    const response = await fetch(route, { method: 'POST', body, headers, signal })
    const taken: unknown = await response.json()
    // The studio's own, validated there; here only its outline is checked.
    const isTaken = typeof taken === 'object' && taken !== null && 'outcome' in taken
    return isTaken && outcomes.includes(taken.outcome) ? (taken as ImportedFile) : null
  } catch {
    return null
  }
}
