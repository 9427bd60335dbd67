import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSandboxProcess } from './sandbox-process.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

function open(node?: string) {
  const dataFolder = join(temporaryFolder(), 'sandbox')
  const sandbox = createSandboxProcess({ dataFolder, ...(node === undefined ? {} : { node }) })
  onTestFinished(() => sandbox.stop())
  return sandbox
}

async function isThere(url: string): Promise<boolean> {
  return fetch(`${url}/openapi.json`).then(
    (response) => response.ok,
    () => false,
  )
}

test('starts once however often it is requested, ends when stopped, and can start again', async () => {
  const sandbox = open()
  const [first, second] = await Promise.all([sandbox.start(), sandbox.start()])
  if (!first.ok) throw new Error(first.error.message)
  expect(second).toEqual(first)
  expect(await isThere(first.value.url)).toBe(true)
  await sandbox.stop()
  expect(await isThere(first.value.url)).toBe(false)
  const again = await sandbox.start()
  if (!again.ok) throw new Error(again.error.message)
  expect([await isThere(again.value.url), again.value.key]).toEqual([true, first.value.key])
})

test.skipIf(process.platform === 'win32')(
  'reports when it ended on its own, and not when it was stopped',
  async () => {
    const sandbox = open()
    const [first, reported] = [await sandbox.start(), vi.fn()]
    if (!first.ok) throw new Error(first.error.message)
    void first.value.ended.then(reported)
    await sandbox.stop()
    const second = await sandbox.start()
    if (!second.ok) throw new Error(second.error.message)
    const { stdout } = spawnSync('pgrep', ['-P', String(process.pid), '-f', 'sandbox/serve.ts'], {
      encoding: 'utf8',
    })
    process.kill(Number(stdout.trim()), 'SIGKILL')
    expect(await second.value.ended).toBeGreaterThan(0)
    expect(reported).not.toHaveBeenCalled()
    expect(await sandbox.start()).toMatchObject({ ok: true })
  },
)

test('of an uncaught error only the message is reported, without the stack', async () => {
  const program = join(temporaryFolder(), 'program')
  const words = 'file:///a/b.ts:3\n  throw x\n\nTypeError [ERR_X]: The clock is gone.\n    at main (a.ts:3)'
  writeFileSync(program, `#!/bin/sh\ncat >&2 <<'END'\n${words}\nEND\nexit 1\n`, { mode: 0o700 })
  expect(await open(program).start()).toMatchObject({ ok: false, error: { message: 'The clock is gone.' } })
})

test('a failed start can be repeated once the cause is gone', async () => {
  const place = join(temporaryFolder(), 'place')
  const node = join(place, 'node')
  writeFileSync(place, '')
  const sandbox = open(node)
  expect(await sandbox.start()).toMatchObject({ ok: false })
  rmSync(place)
  mkdirSync(place)
  symlinkSync(process.execPath, node)
  expect(await sandbox.start()).toMatchObject({ ok: true })
})

test.each([
  [
    'a program that is not there',
    '/nonexistent/node',
    { message: expect.stringMatching(/^spawn .*ENOENT$/) },
  ],
  ['a program in a place that is no folder', '/dev/null/node', { message: 'spawn ENOTDIR' }],
  ['a program that ends at once', '/bin/false', { cause: { code: 'sandbox_exit', exitCode: 1 } }],
  ['a program that says something else', '/bin/echo', { cause: { code: 'sandbox_unreadable' } }],
])('%s is a failure with its reason, on each request', async (_, node, reason) => {
  const sandbox = open(node)
  for (let count = 0; count < 2; count += 1)
    expect(await sandbox.start()).toMatchObject({
      ok: false,
      error: reason,
    })
})

test('[PACK31] where there is a way without a Node, none is started', async () => {
  const node = join(temporaryFolder(), 'started')
  const packed = {
    launch(): never {
      throw new Error('The own way.')
    },
    render: () => () => {},
  }
  const sandbox = createSandboxProcess({ dataFolder: temporaryFolder(), node, packed })
  expect(await sandbox.start()).toMatchObject({ ok: false, error: { message: 'The own way.' } })
})
