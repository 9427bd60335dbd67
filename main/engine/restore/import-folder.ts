import { unknownModel } from '../../../shared/library/carried.ts'
import type { ImportRefusal } from '../../../shared/library/import-refusals.ts'
import type { Restored } from '../../../shared/library/restored.ts'
import { fileName, filePlace } from '../library/file-name.ts'
import { readMeasures } from '../media-types/read-structure.ts'
import { sniffLength, sniffMedia } from '../media-types/sniff-media.ts'
import type { XmlReader } from '../metadata/ports.ts'
import type { Clock, Ids } from '../ports.ts'
import {
  type FoundFile,
  type ImportedRows,
  ImportFileError,
  type ImportSource,
  type ImportSources,
} from './ports.ts'
import { readRestored } from './read-file.ts'

/** As large as a result may be. */
export const mostImportBytes = 16 * 1024 ** 3
const mostOfModelId = 200

export interface ImportFolderDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly sources: Pick<ImportSources, 'open'>
  readonly rows: ImportedRows
  readonly xml: XmlReader
  onAdded(fileId: string): void
}

export interface ImportCount {
  readonly total: number
  readonly done: number
  readonly added: number
  readonly known: number
}

export interface ImportWatch {
  readonly signal: AbortSignal
  onProgress(count: ImportCount): void
  onRefused(name: string, why: ImportRefusal): void
}

/**
 * Takes every file of a folder that says how it was made into the library, in the order in which they were saved, with all
 * that it says (RST30). Begun again after a stop it continues, as what is there is known by its digest. Throws
 * `ImportFolderError`, and the disk’s error where the library can’t be written; what was taken in stays.
 */
export async function importFolder(
  folder: string,
  deps: ImportFolderDeps,
  { signal, onProgress, onRefused }: ImportWatch,
): Promise<ImportCount> {
  const source = await deps.sources.open(folder)
  const found = await inOrder(source, deps, {
    signal,
    onRefused: (name) => onRefused(name, 'unreadable'),
  })
  let count: ImportCount = { total: found.length, done: 0, added: 0, known: 0 }
  onProgress(count)
  for (const file of found) {
    if (signal.aborted) break
    const outcome = await takeFile(file, source, deps, signal).catch((error: unknown) => {
      if (signal.aborted) return null
      if (!(error instanceof ImportFileError)) throw error
      onRefused(file.path, error.refusal)
      return 'refused' as const
    })
    if (outcome === null) break
    count = {
      ...count,
      done: count.done + 1,
      added: count.added + (outcome === 'added' ? 1 : 0),
      known: count.known + (outcome === 'known' ? 1 : 0),
    }
    onProgress(count)
  }
  return count
}

/** The oldest first: files of one second stand in the order in which they come. */
async function inOrder(
  source: ImportSource,
  deps: ImportFolderDeps,
  watch: Parameters<ImportSource['files']>[0],
) {
  const { signal } = watch
  const files = await source.files(watch)
  const times = new Map<FoundFile, number>()
  for (const file of files) {
    if (signal.aborted) return []
    const restored = await readFound(file, source, deps.xml).catch(() => null)
    times.set(file, savedAt(restored, file, deps.clock.now()))
  }
  return files.toSorted((one, other) => (times.get(one) ?? 0) - (times.get(other) ?? 0))
}

async function readFound(file: FoundFile, source: ImportSource, xml: XmlReader): Promise<Restored | null> {
  const opened = await source.open(file)
  try {
    return await readRestored(opened, await opened.besides(), xml)
  } finally {
    await opened.close()
  }
}

/** Takes one file in, unless it is there. Throws `ImportFileError`, and the disk’s error where the library can’t be written. */
export async function takeFile(
  file: FoundFile,
  source: Pick<ImportSource, 'open' | 'copy'>,
  { clock, ids, rows, xml, onAdded }: Omit<ImportFolderDeps, 'sources'>,
  signal: AbortSignal,
): Promise<'added' | 'known'> {
  const opened = await source.open(file)
  try {
    if (opened.bytes > mostImportBytes) throw new ImportFileError('too_large')
    const media = sniffMedia(await opened.read(0, sniffLength))
    if (!media) throw new ImportFileError('unknown_kind')
    const restored = await readRestored(opened, await opened.besides(), xml)
    if (!restored) throw new ImportFileError('carries_nothing')
    const { carried } = restored
    const sha256 = await opened.digest(signal)
    if (rows.isKnown(sha256, carried?.sha256 ?? null)) return 'known'
    const missing = rows.missing(sha256, carried?.sha256 ?? null)
    const own = carried?.fileId?.toLowerCase() ?? null
    const fileId = own === null || rows.hasFile(own) ? ids.next() : own
    const at = savedAt(restored, file, clock.now())
    const modelId = (restored.modelId ?? unknownModel).slice(0, mostOfModelId)
    const { prompt: given } = restored.values
    const prompt = carried?.prompt || (typeof given === 'string' ? given : '')
    // Not by the id that it brings: a part of that stands in names, and could be that of another file’s.
    const stem = fileName({
      ...{ completedAt: at, modelId: plainModelId(modelId), prompt },
      fileId: ids.next(),
    })
    const path = filePlace(stem, media.extension)
    const measures = await readMeasures(media.mediaType, opened)
    await source.copy(file, path, sha256, signal)
    const { kind, mediaType } = media
    const name = `${stem}${media.extension}`
    const saved = { path, name, kind, mediaType, bytes: opened.bytes, sha256, savedAt: at, measures }
    if (missing !== null && rows.putBack(missing, saved)) {
      onAdded(missing)
      return 'added'
    }
    rows.add({ fileId, submissionId: ids.next(), modelId, prompt, restored, carried, saved, at: clock.now() })
    onAdded(fileId)
    return 'added'
  } finally {
    await opened.close()
  }
}

/** When it was saved first, as it says; else when the file was changed last; never later than now. */
function savedAt(restored: Restored | null, { changedAt }: FoundFile, now: number): number {
  const said = restored?.carried?.savedAt ?? restored?.carried?.completedAt ?? restored?.carried?.confirmedAt
  const at = said ? Date.parse(said) : changedAt
  return at > 0 && at <= now ? Math.round(at) : now
}

/** An id from outside may be any text; in a name it is letters, digits and hyphens. */
function plainModelId(modelId: string): string {
  return (
    modelId
      .replace(/[^a-z0-9]+/gi, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 40) || unknownModel
  )
}
