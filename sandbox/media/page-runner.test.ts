import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../../main/testing/temporary-folder.ts'
import { noInputs } from './collect-inputs.ts'
import { createPageRunner } from './page-runner.ts'
import type { ImageOrder } from './render-order.ts'

const order: ImageOrder = {
  kind: 'image',
  key: 'x',
  prompt: 'x',
  inputs: { ...noInputs, start: { field: 'start_image', bytes: Buffer.from('abc') } },
  followsInput: false,
  strength: null,
  width: 16,
  height: 16,
}

function open() {
  const runner = createPageRunner({ script: 'script', token: 'secret' })
  onTestFinished(() => runner.close())
  const request = (method: string, path: string, init: RequestInit = {}) =>
    runner.fetch(
      new Request(`http://127.0.0.1/__render/${path}`, {
        method,
        ...init,
        headers: { Authorization: 'Bearer secret', ...init.headers },
      }),
    )
  const path = join(temporaryFolder(), 'result')
  return { runner, request, path, task: { order, path } }
}

test('[PACK32] a page takes a task with its inputs, and what it sends back becomes the file', async () => {
  const { runner, request, path, task } = open()
  const running = runner.run(task)
  const { id, order: taken } = (await (await request('POST', 'next')).json()) as { id: string; order: object }
  expect(taken).toMatchObject({
    prompt: 'x',
    inputs: { start: { field: 'start_image', bytes: { base64: 'YWJj' } } },
  })
  expect((await request('POST', `done?id=${id}`, { body: 'an image' })).status).toBe(204)
  expect(await running).toMatchObject({ ok: true, bytes: 8 })
  expect(readFileSync(path, 'utf8')).toBe('an image')
  expect((await request('POST', `done?id=${id}`, { body: 'another' })).status).toBe(404)
  expect(readFileSync(path, 'utf8')).toBe('an image')
})

test('[PACK32] a refusal of the page is the job’s, in its words', async () => {
  const { runner, request, task } = open()
  const running = runner.run(task)
  const { id } = (await (await request('POST', 'next')).json()) as { id: string }
  const refusal = { code: 'input_unreadable', message: 'start_image: holds no image that can be read.' }
  const headers = { 'Content-Type': 'application/json' }
  await request('POST', `done?id=${id}`, { headers, body: JSON.stringify({ reason: 'x', refusal }) })
  expect(await running).toMatchObject({ ok: false, refusal })
})

test('[PACK32] a page that comes again has lost its task, and takes the next', async () => {
  const { runner, request, task } = open()
  const [first, second] = [runner.run(task), runner.run(task)]
  await request('POST', 'next')
  const { id } = (await (await request('POST', 'next')).json()) as { id: string }
  expect(await first).toMatchObject({ ok: false, reason: 'The page that renders has ended.' })
  await request('POST', `done?id=${id}`, { body: 'an image' })
  expect(await second).toMatchObject({ ok: true })
})

test('[PACK32] a page that is gone while it waits takes no task with it', async () => {
  const { runner, request, task } = open()
  const left = new AbortController()
  const asked = request('POST', 'next', { signal: left.signal })
  left.abort()
  expect((await asked).status).toBe(204)
  const replaced = request('POST', 'next')
  const asking = request('POST', 'next')
  expect((await replaced).status).toBe(204)
  const running = runner.run(task)
  const { id } = (await (await asking).json()) as { id: string }
  await request('POST', `done?id=${id}`, { body: 'an image' })
  expect(await running).toMatchObject({ ok: true })
})

test.each(['', 'Bearer other!', 'secret'])(
  '[PACK32] nobody without the token gets anything: “%s”',
  async (header) => {
    const { request } = open()
    const headers = { Authorization: header }
    expect((await request('GET', '', { headers })).status).toBe(401)
    expect((await request('POST', 'next', { headers })).status).toBe(401)
  },
)

test('[PACK32] what runs when the sandbox ends is answered', async () => {
  const { runner, request, task } = open()
  const [first, second] = [runner.run(task), runner.run(task)]
  await request('POST', 'next')
  await runner.close()
  expect([await first, await second]).toMatchObject([{ ok: false }, { ok: false }])
})
