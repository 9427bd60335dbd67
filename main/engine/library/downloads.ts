import { growingPause } from '../jobs/retry-after.ts'
import type { Clock } from '../ports.ts'
import type { FileCatalogue, FileFetcher, FileToFetch } from './ports.ts'

const atOnce = 3
const triesBeforeGivingUp = 6
const firstPauseMs = 1_000
const longestPauseMs = 60_000

export interface DownloadsWorld {
  readonly files: FileCatalogue
  readonly fetcher: FileFetcher
  readonly clock: Clock
  /** The job's present URLs, read anew; null where the service can't say now. */
  currentUrls(submissionId: string): Promise<readonly string[] | null>
  onChanged(submissionId: string, fileId: string): void
  onSaved(fileId: string): void
}

export interface Progress {
  readonly bytes: number
  readonly totalBytes: number | null
}

export interface Downloads {
  /** Brings these home, as soon as there is a place. */
  add(files: readonly FileToFetch[]): void
  /** How far a file is; null while it is not being fetched. */
  progress(fileId: string): Progress | null
  close(): Promise<void>
}

interface Failure {
  readonly cause: string
  readonly isFinal: boolean
}

/** What the disk or the database refuses may be possible later. */
function toFailure(error: unknown): Failure {
  return { cause: error instanceof Error ? error.message : String(error), isFinal: false }
}

/** Brings results home: a few at once, each tried again after a failure (LIB1–LIB5). */
export function createDownloads(world: DownloadsWorld): Downloads {
  const { files, fetcher, clock } = world
  const queue: FileToFetch[] = []
  const known = new Set<string>()
  const running = new Map<string, Promise<void>>()
  const progress = new Map<string, Progress>()
  const timers = new Set<() => void>()
  const stop = new AbortController()

  function pump(): void {
    while (!stop.signal.aborted && running.size < atOnce) {
      const file = queue.shift()
      if (!file) return
      const work = bring(file).finally(() => {
        running.delete(file.fileId)
        known.delete(file.fileId)
        progress.delete(file.fileId)
        pump()
      })
      running.set(file.fileId, work)
    }
  }

  async function bring(file: FileToFetch): Promise<void> {
    for (let attempt = 1; !stop.signal.aborted; attempt += 1) {
      const failure = await tryOnce(file, attempt).catch(toFailure)
      if (failure === null || stop.signal.aborted) return
      if (failure.isFinal || attempt >= triesBeforeGivingUp) return giveUp(file, failure.cause)
      await pause(growingPause(attempt, firstPauseMs, longestPauseMs))
    }
  }

  /** Where not even this can be written, the file stays as waiting, and the next start fetches it (LIB5). */
  function giveUp(file: FileToFetch, cause: string): void {
    try {
      files.setFailed(file.fileId, cause)
    } catch {
      return
    }
    world.onChanged(file.submissionId, file.fileId)
  }

  async function tryOnce(known: FileToFetch, attempt: number): Promise<Failure | null> {
    const file = attempt === 1 ? known : await withCurrentUrl(known)
    progress.set(file.fileId, { bytes: 0, totalBytes: null })
    world.onChanged(file.submissionId, file.fileId)
    const outcome = await fetcher.fetch({
      fileId: file.fileId,
      url: file.url,
      signal: stop.signal,
      onProgress: (bytes, totalBytes) => progress.set(file.fileId, { bytes, totalBytes }),
    })
    if (outcome.type === 'failed') return outcome
    const { bytes, sha256, media } = outcome
    const savedAt = clock.now()
    const name = `${file.name}${media.extension}`
    const path = `media/${new Date(savedAt).toISOString().slice(0, 7)}/${name}`
    await outcome.commit(path)
    files.setSaved(file.fileId, {
      path,
      name,
      kind: media.kind,
      mediaType: media.mediaType,
      bytes,
      sha256,
      savedAt,
    })
    world.onChanged(file.submissionId, file.fileId)
    world.onSaved(file.fileId)
    return null
  }

  async function withCurrentUrl(file: FileToFetch): Promise<FileToFetch> {
    const url = (await world.currentUrls(file.submissionId))?.[file.ordinal]
    if (url === undefined || url === file.url) return file
    files.setUrl(file.fileId, url)
    return { ...file, url }
  }

  function pause(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const end = () => {
      timers.delete(end)
      undo()
      resolve()
    }
    const undo = clock.setTimer(milliseconds, end)
    timers.add(end)
    return promise
  }

  return {
    add(added) {
      for (const file of added) {
        if (known.has(file.fileId)) continue
        known.add(file.fileId)
        queue.push(file)
      }
      pump()
    },
    progress: (fileId) => progress.get(fileId) ?? null,
    async close() {
      stop.abort()
      for (const end of [...timers]) end()
      await Promise.all(running.values())
    },
  }
}
