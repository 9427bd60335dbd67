import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { Look } from './look.ts'

/** A thumbnail and the measures taken with it; audio has no size in pixels, an image no duration. */
export interface Poster {
  readonly jpeg: Blob | null
  readonly width: number | null
  readonly height: number | null
  readonly durationSeconds: number | null
  /** Null for audio, whose thumbnail shows its waveform. */
  readonly look: Look | null
}

export interface PosterPorts {
  /** Makes the thumbnail; rejects where the file can't be read here. */
  readonly make: (file: FileView) => Promise<Poster>
  readonly keep: (fileId: string, poster: Poster) => Promise<void>
  /** Called with files for which it failed; `isUnreadable`: the studio has the file, but this browser can’t read it. */
  readonly report: (fileId: string, cause: unknown, isUnreadable: boolean) => void
  /** Whether the studio has the file now. */
  readonly isHere: (fileId: string) => Promise<boolean>
  /** Calls back when the page is idle; returns a cancel function. */
  readonly whenIdle: (task: () => void) => () => void
}

/**
 * Makes missing thumbnails: one at a time, when the page is idle, each once. Media with more pixels than a page
 * decodes get none: browsers decode an image whole, even for a small version.
 */
export interface PosterQueue {
  /** Files that are new or open, or of which something has changed. */
  offer(files: readonly FileView[]): void
  /** Those of the grid that are in sight now come first; those that were and wait are dropped until they are again. */
  see(files: readonly FileView[]): void
  /** The studio is there again: files that could not be had before may be. */
  reconnect(): void
  close(): void
}

export function createPosterQueue({ make, keep, report, isHere, whenIdle }: PosterPorts): PosterQueue {
  const taken = new Set<string>()
  /** Those of them whose file was missing, or couldn't be asked for, when their turn came: not tried again by themselves. */
  const away = new Set<string>()
  const waiting: FileView[] = []
  let inSight: FileView[] = []
  let busy = false
  let cancel: (() => void) | null = null

  function next() {
    if (busy || cancel || waiting.length + inSight.length === 0) return
    cancel = whenIdle(() => {
      cancel = null
      void makeOne()
    })
  }

  async function makeOne() {
    // The newest first: it is the one that the person sees.
    const file = inSight.shift() ?? waiting.pop()
    if (!file) return
    taken.add(file.fileId)
    busy = true
    let isMade = false
    try {
      const poster = await make(file)
      isMade = true
      await keep(file.fileId, poster)
    } catch (cause) {
      const isThere = await isHere(file.fileId).catch(() => false)
      if (!isThere) away.add(file.fileId)
      report(file.fileId, cause, !isMade && isThere)
    } finally {
      busy = false
      next()
    }
  }

  function isMissing(file: FileView): boolean {
    // One that is lost later is made once more, as is that of a file that comes back.
    if (file.hasPoster || file.state === 'failed') taken.delete(file.fileId)
    return !file.hasPoster && file.state === 'saved' && !taken.has(file.fileId) && !isTooLargeToShow(file)
  }

  return {
    offer(files) {
      for (const file of files.toReversed()) {
        if (away.delete(file.fileId)) taken.delete(file.fileId)
        if (!isMissing(file)) continue
        taken.add(file.fileId)
        waiting.push(file)
      }
      next()
    },
    see(files) {
      inSight = files.filter(isMissing)
      next()
    },
    reconnect() {
      for (const fileId of away) taken.delete(fileId)
      away.clear()
    },
    close() {
      waiting.length = inSight.length = 0
      cancel?.()
    },
  }
}
