import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFolder } from '../testing/open-sandbox.ts'

// Makes media, in processes of low priority.
vi.setConfig({ testTimeout: 30_000 })

const i3 = '/generate/image/sandbox/i3'
const small = { prompt: 'kite', width: 32, height: 32 }
let child: ChildProcess
let folder: ReturnType<typeof createFolder>
let ready: { url: string; key: string }

beforeEach(async () => {
  folder = createFolder()
  const script = join(import.meta.dirname, '..', 'serve.ts')
  child = spawn(process.execPath, [script, '--data', folder.path, '--control', '--speed', '1000'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), 'line')) as [
    string,
  ]
  ready = JSON.parse(line) as typeof ready
})

afterEach(() => {
  child.kill('SIGKILL')
  folder.remove()
})

async function setFault(kind: string) {
  const body = JSON.stringify({ request: { kind } })
  await fetch(`${ready.url}/__sandbox/faults`, { method: 'POST', body })
}

/** Timeout in milliseconds of silence, if given. */
function generate(idleTimeoutMs?: number): Promise<{ body: string; failure: string | null }> {
  const { promise, resolve } = Promise.withResolvers<{ body: string; failure: string | null }>()
  const headers = { authorization: `Bearer ${ready.key}` }
  let body = ''
  const request = httpRequest(
    `${ready.url}${i3}`,
    { method: 'POST', headers, timeout: idleTimeoutMs },
    (response) => {
      response.on('data', (chunk: Buffer) => {
        body += chunk.toString()
      })
      response.on('end', () => resolve({ body, failure: null }))
      response.on('error', (error: NodeJS.ErrnoException) =>
        resolve({ body, failure: error.code ?? error.message }),
      )
    },
  )
  request.on('timeout', () => request.destroy(new Error('timeout')))
  request.on('error', (error: NodeJS.ErrnoException) =>
    resolve({ body, failure: error.code ?? error.message }),
  )
  request.end(JSON.stringify(small))
  return promise
}

async function countJobs(): Promise<number> {
  const { requests } = (await (await fetch(`${ready.url}/__sandbox/requests`)).json()) as {
    requests: { path: string }[]
  }
  return requests.filter(({ path }) => path === i3).length
}

test.each([
  ['close', 'ECONNRESET', '', undefined],
  ['accept-and-close', 'ECONNRESET', '', undefined],
  ['hang', 'timeout', '', 700],
  ['answer-half', 'ECONNRESET', '{"job_id":"', undefined],
])(
  '%s affects one request, which the log still shows, and the next succeeds',
  async (kind, failure, begins, idleTimeoutMs) => {
    await setFault(kind)
    const reply = await generate(idleTimeoutMs)
    expect(reply.failure).toBe(failure)
    expect(reply.body.startsWith(begins)).toBe(true)
    expect(reply.body.endsWith('}')).toBe(false)
    expect((await generate()).failure).toBeNull()
    expect(await countJobs()).toBe(2)
  },
)
