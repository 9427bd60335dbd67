import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { createSandboxProcess } from './sandbox-process.ts'

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

test('starts once however often it is asked, ends when it is told, and starts anew after', async () => {
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

test.each([
  ['a program that is not there', '/nonexistent/node', /could not be started: spawn/],
  ['a program that ends at once', '/bin/false', /could not be started: it ended with code 1\.$/],
  [
    'a program that says something else',
    '/bin/echo',
    /could not be started: its first line can’t be read\.$/,
  ],
])('%s is a failure in words, each time it is asked', async (_, node, words) => {
  const sandbox = open(node)
  for (let count = 0; count < 2; count += 1)
    expect(await sandbox.start()).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(words) },
    })
})
