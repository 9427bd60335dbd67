import type { BridgeEvent } from '../shared/bridge/events.ts'
import { reasonOf } from '../shared/failures/reason.ts'
import { fail } from '../shared/result.ts'
import { sandboxAccountId } from '../shared/settings/account.ts'
import type { Dispatch } from './bridge-dispatcher.ts'
import { createBackgroundTurns } from './engine/background-turns.ts'
import type { InputStore } from './engine/inputs/ports.ts'
import { createMediaRoutes, type MediaRoutes } from './engine/library/media-routes.ts'
import type { StoredFiles } from './engine/library/stored-files.ts'
import type { Log } from './engine/ports.ts'
import type { ConnectionManager } from './engine/service/connection.ts'
import { createKeyMask, type KeyMask } from './engine/service/key-mask.ts'
import { withSessionKeys } from './engine/service/session-secrets.ts'
import { createLoadedPart } from './loaded-part.ts'
import type { StudioDeps } from './studio-deps.ts'
import { closeBroken, type Library, openLibrary, reconcileLibrary } from './studio-library.ts'
import { assembleParts } from './studio-parts.ts'
import { untilBegun } from './until-begun.ts'

export interface Studio {
  readonly procedures: Dispatch
  /** Listens to every event of the studio; returns an unsubscribe function. */
  readonly events: { subscribe(listener: (event: BridgeEvent) => void): () => void }
  readonly mediaRoutes: MediaRoutes
  /** The person's own files, for hosts that take them from the command line. */
  readonly inputs: InputStore
  /** The path of a saved file, relative to the data folder; throws where there is none. */
  pathOf(fileId: string): string
  /** The library's saved files, for hosts that copy them. */
  readonly storedFiles: StoredFiles
  /** The host reports that a page listens, where a person can be asked; returns the call that says it went. */
  pageOpened(): () => void
  /** How many of the running jobs are the sandbox's own, and so cost nothing; 0 where the library can't be read. */
  runningInSandbox(): number
  /** What keeps agents from reaching it over HTTP; null where nothing does any more (AGENT80). */
  noteAgentsHttp(trouble: 'moved' | 'failed' | null): void
  /**
   * The host reports that the machine woke or its network came back: whatever waits for the service retries at
   * once.
   */
  resumeAfterSleep(): void
  /** The host is in trouble: from here on nothing paid is sent, whatever becomes of closing. */
  stopSending(): void
  /** Resolves when the service is connected, or could not be. */
  readonly connected: ReturnType<ConnectionManager['open']>
  close(): Promise<void>
}

/**
 * Composes the studio from the engine and its adapters and continues the runs under way. Throws
 * `NewerLibraryError` or `BrokenLibraryError` where the library can't be opened; nothing is changed then.
 */
export async function createStudio(given: StudioDeps): Promise<Studio> {
  const { keyMask = createKeyMask() } = given
  const log: Log = { warn: (sentence) => given.log.warn(keyMask.text(sentence)) }
  const { secrets, usageSecrets } = given
  const kept = { secrets: withSessionKeys(secrets), usageSecrets: withSessionKeys(usageSecrets) }
  const deps = { ...given, ...kept, log }
  const library = await openLibrary(deps)
  try {
    return await assembleStudio(deps, library, keyMask)
  } catch (error) {
    throw await closeBroken(deps, library.own, error)
  }
}

async function assembleStudio(deps: StudioDeps, library: Library, keyMask: KeyMask): Promise<Studio> {
  const stop = new AbortController()
  const turns = createBackgroundTurns({ clock: deps.clock })
  const parts = assembleParts(deps, library, keyMask, stop.signal)
  const { events, hub, pipeline, downloads, fetcher, announcer, connection, webhooks } = parts
  const { files, inputs } = library
  let pages = 0
  const calls = createLoadedPart(async () => {
    const { openCalls } = await import('./studio-calls.ts')
    return openCalls(deps, library, parts, keyMask, { count: () => pages, closing: stop.signal })
  })

  await Promise.all([
    fetcher.sweep((fileId) => files.find(fileId) !== null && files.stored(fileId) === null),
    webhooks.configure(),
  ])
  deps.desktop?.listen((event) =>
    event === 'opened' ? hub.emit('desktop.opened', {}) : hub.emit('desktop.chosen', { id: event.chosen }),
  )
  parts.wordIndexing.look()
  const reconciled = parts.trash
    .finish()
    .then(() => reconcileLibrary(deps, library, { turns, onChanged: announcer.file, signal: stop.signal }))
  const connected = untilBegun(deps.beginsAfter, stop.signal).then(connect)

  async function connect(): ReturnType<ConnectionManager['open']> {
    if (stop.signal.aborted) return fail({ code: 'not_possible_now' })
    // The page calls next; where that fails, its first call says so.
    if (deps.host !== 'cli') void calls.get().catch(() => undefined)
    const opened = await connection.open()
    try {
      pipeline.resume()
      webhooks.resume()
      // Files that were requested before there was an account to fetch them for.
      downloads.resume()
    } catch (error) {
      events.emit('storage.failed', error)
    }
    // A file that is whole on the disk is not fetched again.
    await reconciled
    addWaiting()
    void parts.settlement.catchUp()
    return opened
  }

  function addWaiting(): void {
    try {
      downloads.add(files.toFetch())
    } catch (error) {
      events.emit('storage.failed', error)
    }
  }

  const routes = createMediaRoutes({
    files,
    inputs,
    reader: parts.fileStore,
    storedFiles: parts.storedFiles,
    onPoster: announcer.file,
    usageFile: async (format, url) => (await calls.get()).usageFile(format, url),
    diagnostics: async () => (await calls.get()).diagnostics(),
    archive: async (ticket) => (await calls.get()).archive(ticket),
    stylePreview: async (url) => (await calls.get()).stylePreview(url),
    importFile: async (request, url) => (await calls.get()).importFile(request, url),
  })

  return {
    async procedures(procedure, input) {
      turns.noteCall()
      const loaded = await calls.get().catch((error: unknown) => {
        deps.log.warn(`${procedure} could not be loaded: ${String(error)}`)
        return null
      })
      if (loaded) return loaded.dispatch(procedure, input)
      return { ok: false, error: { code: 'internal', cause: reasonOf('log_says_why') } }
    },
    events: hub,
    mediaRoutes(request) {
      turns.noteCall()
      return routes(request)
    },
    inputs,
    pathOf(fileId) {
      const stored = files.stored(fileId)
      if (!stored) throw new Error(`There is no saved file ${fileId}.`)
      return stored.path
    },
    storedFiles: parts.storedFiles,
    pageOpened() {
      pages += 1
      let isOpen = true
      return () => {
        if (isOpen) pages -= 1
        isOpen = false
      }
    },
    runningInSandbox() {
      try {
        return library.journal.running().filter(({ serviceId }) => serviceId === sandboxAccountId).length
      } catch (error) {
        events.emit('storage.failed', error)
        return 0
      }
    },
    noteAgentsHttp: parts.noteAgentsHttp,
    resumeAfterSleep: pipeline.resumeAfterSleep,
    stopSending: () => void pipeline.queue.close().catch((error) => events.emit('storage.failed', error)),
    connected,
    async close() {
      stop.abort()
      parts.stopPruning()
      parts.stopDays()
      parts.descriptionRefresh.close()
      parts.dates.close()
      parts.wordIndexing.close()
      parts.uploads.cancel()
      await calls.close()
      await webhooks.close()
      await library.usage.close()
      await library.reader.close()
      await library.index.close()
      await Promise.allSettled([connected, pipeline.close(), downloads.close()])
      await parts.settlement.close()
      announcer.close()
      library.webhooks.flush()
      await library.descriptions.close()
      await library.own.close()
    },
  }
}
