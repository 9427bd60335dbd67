import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFolder } from './testing/open-sandbox.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const script = join(import.meta.dirname, 'serve.ts')
/** As `npm run sandbox` starts it: compiled code is kept. */
const loading = join(import.meta.dirname, '../main/hosts/load-sources.mjs')
let folder: ReturnType<typeof createFolder>
const children: ChildProcess[] = []

beforeEach(() => {
  folder = createFolder()
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  folder.remove()
})

function start(...words: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', loading, script, ...words], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  children.push(child)
  return child
}

interface Ready {
  readonly url: string
  readonly key: string
  readonly usageKey: string
  readonly workspace: { readonly id: string; readonly name: string }
}

async function startReady(...words: string[]): Promise<{ child: ChildProcess; ready: Ready }> {
  const child = start('--port', '0', '--data', folder.path, '--speed', '1000', ...words)
  if (!child.stdout) throw new Error('no standard output')
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, ready: JSON.parse(line) as Ready }
}

async function endOf(child: ChildProcess): Promise<{ code: number | null; words: string }> {
  let words = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    words += chunk.toString()
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, words }
}

async function callJob({ url, key }: Ready, path: string, body?: unknown) {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return (await response.json()) as { job_id: string; status: string }
}

test.each(['SIGINT', 'SIGTERM'] as const)(
  'prints its address in one line and ends cleanly on %s',
  async (signal) => {
    const { child, ready } = await startReady()
    expect(Object.keys(ready)).toEqual(['url', 'key', 'usageKey', 'workspace'])
    expect((await fetch(`${ready.url}/openapi.json`)).status).toBe(200)
    child.kill(signal)
    expect(await endOf(child)).toEqual({ code: 0, words: '' })
  },
)

test('ends with its standard input where requested', async () => {
  const { child } = await startReady('--end-with-input')
  child.stdin?.end()
  expect((await endOf(child)).code).toBe(0)
})

test('killed and restarted, it has the same key and completes the open jobs', async () => {
  const { child, ready } = await startReady()
  const jobs = await Promise.all(
    Array.from({ length: 6 }, () =>
      callJob(ready, '/generate/image/sandbox/i8', { prompt: 'x', width: 256, height: 256 }),
    ),
  )
  child.kill('SIGKILL')
  await endOf(child)
  const again = await startReady()
  expect(again.ready.key).toBe(ready.key)
  for (const { job_id } of jobs) {
    await expect
      .poll(async () => (await callJob(again.ready, `/jobs/${job_id}`)).status, { timeout: 15_000 })
      .toBe('completed')
  }
})

test.each([
  [['--port', '70000', '--data', 'x'], '--port must be a whole number'],
  [['--speed', '0', '--data', 'x'], '--speed must be a number above 0'],
  [['--now', 'tomorrow', '--data', 'x'], '--now must be an ISO 8601'],
  [['--media-limit', '64', '--data', 'x'], '--media-limit must be pixels and frames per second'],
  [['--media-limit', '8x6', '--data', 'x'], '--media-limit must be pixels and frames per second'],
  [['--colour', 'red'], "Unknown option '--colour'"],
  [[], '--data is missing'],
])('%j ends with code 2 and one sentence', async (words, sentence) => {
  const { code, words: said } = await endOf(start(...words))
  expect(code).toBe(2)
  expect(said).toContain(sentence)
  expect(said.trim().split('\n')).toHaveLength(1)
})

test('a port in use and a data folder that is a file end with code 2 and one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const busy = await endOf(start('--port', String(port), '--data', folder.path))
  expect(busy).toEqual({ code: 2, words: `Port ${port} is in use; choose another, or 0 for a free one.\n` })
  other.close()
  const file = join(folder.path, 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  const blocked = await endOf(start('--data', file))
  expect(blocked.code).toBe(2)
  expect(blocked.words).toMatch(/^The data folder .* can't be written/)
})
