import { open, stat } from 'node:fs/promises'
import { streamRange } from '../../shared/stream-range.ts'
import { type ByteRange, readRange } from './byte-range.ts'
import type { SandboxContext } from './environment.ts'

/** A file that never changes under its name. */
export interface ServedFile {
  readonly path: string
  readonly mediaType: string
  readonly bytes: number
  readonly sha256: string
}

/** Serves a file with ETag, Range, If-Range and If-None-Match; 404 where it was removed. */
export async function serveFile(context: SandboxContext, file: ServedFile): Promise<Response> {
  const found = await stat(file.path).catch(() => null)
  if (!found) return context.json({ error: 'This file has been taken away.' }, 404)
  const etag = `"${file.sha256}"`
  const headers = new Headers({
    'Content-Type': file.mediaType,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, max-age=31536000, immutable',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
  })
  if (matchesTag(context.req.header('if-none-match'), etag))
    return new Response(null, { status: 304, headers })
  const mayRange = (context.req.header('if-range') ?? etag) === etag
  const range = mayRange ? readRange(context.req.header('range'), file.bytes) : 'whole'
  if (range === 'unsatisfiable') {
    headers.set('Content-Range', `bytes */${file.bytes}`)
    return new Response(null, { status: 416, headers })
  }
  return send(context, file, headers, range)
}

async function send(
  context: SandboxContext,
  file: ServedFile,
  headers: Headers,
  range: ByteRange | 'whole',
): Promise<Response> {
  const { start, end } = range === 'whole' ? { start: 0, end: file.bytes - 1 } : range
  headers.set('Content-Length', String(end - start + 1))
  if (range !== 'whole') headers.set('Content-Range', `bytes ${start}-${end}/${file.bytes}`)
  const status = range === 'whole' ? 200 : 206
  if (context.req.method === 'HEAD') return new Response(null, { status, headers })
  return new Response(await openRange(file.path, start, end), { status, headers })
}

async function openRange(path: string, start: number, end: number): Promise<ReadableStream<Uint8Array>> {
  const file = await open(path)
  return streamRange(
    {
      async read(offset, length) {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
        return buffer.subarray(0, bytesRead)
      },
      close: () => file.close(),
    },
    start,
    end,
  )
}

function matchesTag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
