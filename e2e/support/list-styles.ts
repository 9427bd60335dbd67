import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { sampleImage } from '../../conformance/sample-media.ts'

export interface StyleListingService {
  readonly url: string
  /** The images that were asked for, by path. */
  readonly images: readonly string[]
  close(): Promise<void>
}

/** Stands before a service and lists styles besides, as its description then says; `*.png` is an image, nothing else is. */
export async function listStyles(target: string, styles: readonly object[]): Promise<StyleListingService> {
  const images: string[] = []
  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/'
    const sendJson = (value: unknown) =>
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (path === '/styles') return void sendJson({ styles })
    if (path.startsWith('/previews/')) {
      images.push(path)
      return void outgoing.writeHead(200).end(path.endsWith('.png') ? sampleImage : 'no image')
    }
    const sent = await fetch(new URL(path, target), {
      method: incoming.method ?? 'GET',
      headers: new Headers(incoming.headers as Record<string, string>),
      ...(incoming.method === 'GET' ? {} : { body: Readable.toWeb(incoming) as BodyInit, duplex: 'half' }),
    }).catch(() => null)
    if (!sent) return void outgoing.destroy()
    if (path === '/openapi.json') {
      const document = (await sent.json()) as { paths: object }
      return void sendJson({ ...document, paths: { ...document.paths, '/styles': { get: {} } } })
    }
    const type = sent.headers.get('content-type')
    outgoing.writeHead(sent.status, type === null ? {} : { 'content-type': type })
    outgoing.end(Buffer.from(await sent.arrayBuffer()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    images,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
