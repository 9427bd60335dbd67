import { spawn } from 'node:child_process'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../main/testing/temporary-folder.ts'
import { chromiumFlags, knownChromium } from '../tools/chromium.ts'

const dist = join(import.meta.dirname, '..', 'dist', 'main')
const executablePath = knownChromium()
const canRun = executablePath !== null && existsSync(join(dist, 'sandbox.js'))

interface Ready {
  readonly url: string
  readonly key: string
  readonly renderToken: string
}

/** The bundle from a folder without packages, as in the archive. */
async function startBundle(): Promise<Ready> {
  const folder = join(temporaryFolder(), 'app')
  cpSync(dist, folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const args = [
    join(folder, 'sandbox.js'),
    '--data',
    join(folder, 'data'),
    '--speed',
    '1000',
    '--media-limit',
    '160x6',
  ]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  for await (const line of createInterface({ input: child.stdout })) return JSON.parse(line) as Ready
  throw new Error('It ended without a line.')
}

async function openPage({ url, renderToken }: Ready) {
  const browser = await chromium.launch({ executablePath: executablePath ?? '', args: [...chromiumFlags] })
  onTestFinished(() => browser.close())
  const page = await browser.newPage({ extraHTTPHeaders: { Authorization: `Bearer ${renderToken}` } })
  await page.goto(`${url}/__render/`)
  return page
}

async function run({ url, key }: Ready, path: string, body: object) {
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' }
  const started = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const { job_id: id } = (await started.json()) as { job_id: string }
  const read = async () =>
    (await (await fetch(`${url}/jobs/${id}`, { headers })).json()) as {
      status: string
      result?: unknown
      error?: unknown
    }
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toMatch(/^(completed|failed)$/)
  return read()
}

// Starts a program and a browser.
test.skipIf(!canRun)(
  '[PACK32] the bundled sandbox needs no package: a page makes its images and videos, and it its audio',
  async () => {
    const ready = await startBundle()
    expect((await fetch(`${ready.url}/__render/`)).status).toBe(401)
    expect((await fetch(`${ready.url}/__render/next`, { method: 'POST' })).status).toBe(401)
    const page = await openPage(ready)
    const image = await run(ready, '/generate/image/sandbox/i1', { prompt: 'A harbour' })
    expect(image).toMatchObject({ status: 'completed' })
    const video = await run(ready, '/generate/video/sandbox/v3', { prompt: 'A harbour', duration: 3 })
    expect(video).toMatchObject({ status: 'completed' })
    const audio = await run(ready, '/generate/audio/sandbox/a1', { prompt: 'Slow piano' })
    expect(audio).toMatchObject({ status: 'completed' })
    // A page that is gone costs its task at most; the next one goes on.
    await page.close()
    await openPage(ready)
    expect(await run(ready, '/generate/image/sandbox/i1', { prompt: 'Dunes' })).toMatchObject({
      status: 'completed',
    })
  },
  120_000,
)
