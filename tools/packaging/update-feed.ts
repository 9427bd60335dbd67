import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

export interface UpdateFeed {
  readonly url: string
  /** From then on the feed says what it offers; until then a program that asks waits. */
  open(): void
  close(): Promise<void>
}

/** The files of a folder as a feed of updates on this machine. */
export async function serveUpdateFeed(folder: string): Promise<UpdateFeed> {
  const { promise: isOpen, resolve: open } = Promise.withResolvers<void>()
  const server = createServer(async ({ url = '/' }, response) => {
    const name = basename(decodeURIComponent(new URL(url, 'http://127.0.0.1').pathname))
    const file = join(folder, name)
    if (name.endsWith('.yml')) await isOpen
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile()) return void response.writeHead(404).end()
    response.writeHead(200, { 'content-length': found.size })
    await pipeline(createReadStream(file), response).catch(() => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    open,
    async close() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
