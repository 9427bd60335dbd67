import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import {
  type ImportedFile,
  type ImportView,
  mostNamedRefused,
} from '../../../shared/bridge/import-procedures.ts'
import {
  type GivenBeside,
  mostBesideBytes,
  mostBesides,
  mostGivenBytes,
} from '../../../shared/bridge/import-route.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import { reserveBytes } from '../library/disk-reservation.ts'
import type { FreeSpace } from '../library/ports.ts'
import type { Log, ReadStorageFailure } from '../ports.ts'
import { reasonOfError } from '../reason-error.ts'
import { strictHeaders } from '../strict-headers.ts'
import { type ImportFolderDeps, importFolder, takeFile } from './import-folder.ts'
import { ImportFileError, ImportFolderError, type ImportSources, type ReceivedFile } from './ports.ts'

export interface ImportProceduresDeps extends ImportFolderDeps {
  readonly sources: ImportSources
  readonly freeSpace: FreeSpace
  readonly log: Log
  readonly storageFailureOf: ReadStorageFailure
  onChanged(view: ImportView): void
}

/** How long an import may go on before the page is told how far it is, in milliseconds. */
const pace = 250

const mostOfName = 300

/** A browser reads a response before it has sent the whole body only where that refuses it. */
const statuses: Readonly<Record<ImportedFile['outcome'], number>> = {
  ...{ added: 200, known: 200 },
  ...{ busy: 409, refused: 422, failed: 507 },
}

/** What takes folders, and files that are given, into the library; one at a time (RST35, RST570). */
export function createImportProcedures(deps: ImportProceduresDeps) {
  const { clock } = deps
  let current: { view: ImportView; readonly stop: AbortController; readonly ended: Promise<void> } | null =
    null

  function start(folder: string): ImportView {
    const stop = new AbortController()
    let view: ImportView = {
      importId: deps.ids.next(),
      state: 'running',
      folder,
      ...{ total: 0, done: 0, added: 0, known: 0 },
      refused: { count: 0, files: [] },
      failure: null,
    }
    let toldAt = 0
    const tell = (change: Partial<ImportView>, isLast = false) => {
      view = { ...view, ...change }
      if (current) current.view = view
      if (!isLast && clock.now() - toldAt < pace) return
      toldAt = clock.now()
      deps.onChanged(view)
    }
    const ended = importFolder(folder, deps, {
      signal: stop.signal,
      onProgress: (count) => tell(count),
      onRefused(name, why) {
        const { count, files } = view.refused
        const named = files.length < mostNamedRefused ? [...files, { name, why }] : files
        tell({ refused: { count: count + 1, files: named } })
      },
    }).then(
      () => tell({ state: stop.signal.aborted ? 'cancelled' : 'done' }, true),
      (error: unknown) => tell({ state: 'failed', failure: failureOf(error) }, true),
    )
    current = { view, stop, ended }
    return view
  }

  function failureOf(error: unknown): ImportView['failure'] {
    return error instanceof ImportFolderError ? error.problem : reasonFor(error)
  }

  function reasonFor(error: unknown): Reason {
    const kind = deps.storageFailureOf(error)
    if (kind) return { code: 'storage', kind }
    deps.log.warn(`An import ended early: ${String(error)}.`)
    return reasonOfError(error)
  }

  const closing = new AbortController()
  /** The files that are given, one after the other. */
  let files: Promise<unknown> = Promise.resolve()
  let waiting = 0

  async function takeGiven(bytes: number, receive: () => Promise<ReceivedFile>): Promise<ImportedFile> {
    let received: ReceivedFile | null = null
    waiting += 1
    try {
      const free = await deps.freeSpace.bytes()
      if (free !== null && bytes + reserveBytes > free)
        return { outcome: 'failed', failure: { code: 'storage', kind: 'full' } }
      received = await receive()
      const { source, found } = received
      const taken = files.then(() => {
        closing.signal.throwIfAborted()
        return current?.view.state === 'running' ? 'busy' : takeFile(found, source, deps, closing.signal)
      })
      files = taken.catch(() => undefined)
      return { outcome: await taken }
    } catch (error) {
      if (error instanceof ImportFileError) return { outcome: 'refused', why: error.refusal }
      return { outcome: 'failed', failure: reasonFor(error) }
    } finally {
      waiting -= 1
      // What can't be deleted now is swept at the next start.
      await received?.drop().catch(() => undefined)
    }
  }

  return {
    /** POST /media/imports (`shared/bridge/media-routes.ts`). */
    async importFile(request: Request, url: URL): Promise<Response> {
      const respondWith = (taken: ImportedFile) =>
        Response.json(taken, { status: statuses[taken.outcome], headers: strictHeaders })
      if (current?.view.state === 'running') return respondWith({ outcome: 'busy' })
      const besides = besidesOf(url)
      const before = besides.reduce((sum, { bytes }) => sum + bytes, 0)
      const bytes = Number(request.headers.get('content-length') ?? 0)
      if (bytes > mostGivenBytes + before) return respondWith({ outcome: 'refused', why: 'too_large' })
      const name = url.searchParams.get('name')?.slice(0, mostOfName) ?? ''
      const changedAt = Number(url.searchParams.get('changed'))
      const receive = () => deps.sources.receive({ name, changedAt, besides }, request.body ?? [])
      return respondWith(await takeGiven(bytes, receive))
    },
    /** Ends a running import after the file that is being copied; begun again, it continues. */
    async close(): Promise<void> {
      current?.stop.abort()
      closing.abort()
      await current?.ended
      await files
    },
    procedures: {
      'import.start'({ folder }: ParsedInput<'import.start'>): BridgeResult<ImportView> {
        if (current?.view.state === 'running' || waiting > 0) return refuse('not_possible_now', null)
        return respond(start(folder))
      },
      async 'import.cancel'({ importId }: ParsedInput<'import.cancel'>): Promise<BridgeResult<ImportView>> {
        if (current?.view.importId !== importId) return refuse('not_found', null)
        current.stop.abort()
        await current.ended
        return respond(current.view)
      },
      'import.current': (): BridgeResult<ImportView | null> => respond(current?.view ?? null),
    },
  }
}

/** What stands before the file, in turn; nothing where that is not what a page gives. */
function besidesOf(url: URL): readonly GivenBeside[] {
  const besides = [...url.searchParams].flatMap(([key, value]) => {
    const [bytes = '', ...name] = value.split(':')
    return key === 'beside'
      ? { name: name.join(':'), bytes: /^\d{1,7}$/.test(bytes) ? Number(bytes) : -1 }
      : []
  })
  const isGiven = besides.every(({ bytes }) => bytes >= 0 && bytes <= mostBesideBytes)
  return isGiven && besides.length <= mostBesides ? besides : []
}
