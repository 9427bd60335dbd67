import { mostNamedAbsent, type Packed } from '../../../shared/bridge/download-procedures.ts'
import type { ParsedInput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { respond } from '../bridge-result.ts'
import type { Clock, Ids } from '../ports.ts'
import { ReasonError } from '../reason-error.ts'
import { strictHeaders } from '../strict-headers.ts'
import { archiveNames } from './archive-names.ts'
import type { ArchiveEntry, ArchiveWriter, FileCatalogue } from './ports.ts'
import type { StoredFiles } from './stored-files.ts'

export interface PackedDownloadsDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly files: Pick<FileCatalogue, 'item' | 'find'>
  readonly storedFiles: StoredFiles
  readonly archives: ArchiveWriter
  /** Archives of copies that are made while they are read; their length is not known before. */
  readonly exports?: {
    stream(ticket: string): { readonly body: ReadableStream<Uint8Array>; readonly at: number } | null
  }
}

interface PackedFile extends ArchiveEntry {
  readonly fileId: string
}

interface Ticket {
  readonly files: readonly PackedFile[]
  readonly madeAt: number
}

/** How long a ticket waits for its download, in milliseconds. */
export const ticketMs = 60_000
const mostTickets = 16

/** Several files of the library as one archive: named by a ticket, which is used once (LIB60–LIB64). */
export function createPackedDownloads(deps: PackedDownloadsDeps) {
  const { clock, ids, files, storedFiles, archives, exports } = deps
  const tickets = new Map<string, Ticket>()

  /** A ticket that nobody used is worth nothing after its time, or once many newer ones were made. */
  function forgetOld(): void {
    const after = clock.now() - ticketMs
    const old = [...tickets].filter(
      ([, { madeAt }], at) => madeAt <= after || at < tickets.size - mostTickets,
    )
    for (const [id] of old) tickets.delete(id)
  }

  /** Null where it is not in its place, or the disk refuses it (LIB63). */
  async function look(fileId: string) {
    const opened = await storedFiles.open(fileId).catch(() => null)
    if (opened?.type !== 'open') return null
    await opened.file.close()
    const { name, bytes, savedAt } = opened.stored
    return { fileId, name, bytes, modifiedAt: savedAt }
  }

  function nameOf(fileId: string): string {
    return files.item(fileId)?.name ?? files.find(fileId)?.name ?? fileId
  }

  async function open({ fileId, bytes }: PackedFile) {
    const opened = await storedFiles.open(fileId)
    if (opened.type !== 'open') throw new ReasonError(reasonOf('file_not_in_place'))
    if (opened.stored.bytes === bytes) return opened.file
    await opened.file.close()
    throw new ReasonError(reasonOf('file_changed'))
  }

  return {
    procedures: {
      async 'library.pack'({ fileIds }: ParsedInput<'library.pack'>) {
        const here: PackedFile[] = []
        const absent: string[] = []
        for (const fileId of new Set(fileIds)) {
          const file = await look(fileId)
          if (file) here.push(file)
          else absent.push(fileId)
        }
        const names = archiveNames(here.map(({ name }) => name))
        const packed = here.map((file, index) => ({ ...file, name: names[index] ?? file.fileId }))
        const ticket = packed.length === 0 ? null : ids.next()
        if (ticket !== null) tickets.set(ticket, { files: packed, madeAt: clock.now() })
        forgetOld()
        return respond<Packed>({
          ticket,
          files: packed.length,
          bytes: packed.reduce((sum, { bytes }) => sum + bytes, 0),
          absent: { count: absent.length, names: absent.slice(0, mostNamedAbsent).map(nameOf) },
        })
      },
    },

    /** GET /media/archives/:ticket (`shared/bridge/media-routes.ts`). */
    async route(id: string): Promise<Response> {
      forgetOld()
      const ticket = tickets.get(id)
      tickets.delete(id)
      const exported = ticket ? null : exports?.stream(id)
      if (exported) return toResponse(exported.body, exported.at)
      if (!ticket) return Response.json(reasonOf('route_unknown'), { status: 404, headers: strictHeaders })
      return toResponse(archives.stream(ticket.files, open), ticket.madeAt, archives.length(ticket.files))
    },
  }
}

function toResponse(body: ReadableStream<Uint8Array>, at: number, length?: bigint): Response {
  const day = new Date(at).toISOString().slice(0, 10)
  return new Response(body, {
    headers: {
      ...strictHeaders,
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="atelier-${day}.zip"`,
      ...(length === undefined ? {} : { 'Content-Length': String(length) }),
      'Cache-Control': 'no-store',
    },
  })
}
