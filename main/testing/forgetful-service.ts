import { createServer } from 'node:http'
import type { TestService } from './test-studio.ts'

/**
 * A service that reads every paid request whole and hangs up without a response; everything else is another
 * service's.
 */
export async function openForgetfulService(
  behind: Pick<TestService, 'url'>,
): Promise<{ url: string; posts: string[]; close(): Promise<void> }> {
  const posts: string[] = []
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      request.resume().on('end', () => {
        posts.push(request.url ?? '')
        request.socket.destroy()
      })
      return
    }
    const authorization = request.headers.authorization
    void fetch(`${behind.url}${request.url}`, {
      headers: authorization === undefined ? {} : { authorization },
    }).then(async (reply) => {
      response.writeHead(reply.status, { 'content-type': 'application/json' })
      response.end(await reply.text())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    posts,
    close: () => new Promise((closed) => server.close(() => closed())),
  }
}
