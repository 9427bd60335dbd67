import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createKeyMask } from '../engine/service/key-mask.ts'
import { canaryForms, canaryKeys, findCanary } from '../testing/key-canary.ts'
import { runProgram } from '../testing/run-program.ts'
import { openSpyHttpServer } from '../testing/spy-http-server.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { describeUncaught, endOnUncaught } from './uncaught-errors.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const [key] = canaryKeys
const isBuilt = existsSync(join(import.meta.dirname, '..', '..', 'dist', 'renderer', 'index.html'))

function maskOfCanaries() {
  const mask = createKeyMask()
  for (const one of canaryKeys) mask.learn(one)
  return mask
}

test('[SEC383] what is said of an uncaught error has its message, its place and its causes, and no key in any form', () => {
  const mask = maskOfCanaries()
  for (const form of canaryForms) {
    const error = new TypeError(`no ${form} here`, {
      cause: new AggregateError([new Error(`inner ${form}`), form, { header: form }], `several ${form}`),
    })
    Object.assign(error, { request: { headers: { authorization: `Bearer ${key}` }, body: Buffer.from(key) } })
    const text = describeUncaught(error, mask)
    expect(findCanary(text)).toBeUndefined()
    for (const part of ['TypeError: no ', 'uncaught-errors.test.ts', 'several ', 'inner ', 'header:'])
      expect(text).toContain(part)
    expect(text).not.toContain('authorization')
  }
})

test.each([
  ['a text', `Bearer ${key}`],
  ['nothing', undefined],
  ['an object', { key, bytes: Buffer.from(key), list: [key], nested: { key } }],
  ['a number', 7],
  ['a long text', `${'x'.repeat(19_990)}${key}`],
  ['an error that is its own cause', new Error(key)],
])('[SEC383] %s that is thrown is said without a key', (_name, thrown) => {
  if (thrown instanceof Error) thrown.cause = thrown
  const text = describeUncaught(thrown, maskOfCanaries())
  expect(text).not.toBe('')
  expect(text.length).toBeLessThanOrEqual(20_000)
  expect(findCanary(text)).toBeUndefined()
  expect(text).not.toContain(key.slice(0, 10))
})

test('[SEC383] a program ends with 1 once it has said so', () => {
  const said: string[] = []
  const program = Object.assign(new EventEmitter(), { exit: (code: number) => void said.push(String(code)) })
  endOnUncaught(program as never, maskOfCanaries(), (text) => said.push(text))
  program.emit('uncaughtException', new Error(`Bearer ${key}`))
  expect(said).toEqual([expect.stringContaining('Error: Bearer [API-key]'), '1'])
})

test.runIf(isBuilt && process.platform !== 'win32')(
  '[SEC383] the browser host that ends by an uncaught error prints no key that it has used',
  async () => {
    const service = await openSpyHttpServer((_request, response) => response.writeHead(404).end('{}'))
    onTestFinished(() => service.close())
    const throwing = `const key = process.env.ATELIER_API_KEY; process.on('SIGUSR2', () => { throw new Error('Bearer ' + key + ' was odd', { cause: key }) })`
    const studio = runProgram(
      'main/hosts/start.mjs',
      ['--browser', '--no-open', '--data', join(temporaryFolder(), 'data'), '--service', service.url],
      { key, env: { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(throwing)}` } },
    )
    await studio.line(/^Atelier: /)
    const used = () => service.requests.some(({ authorization }) => authorization === `Bearer ${key}`)
    await expect.poll(used, { timeout: 30_000 }).toBe(true)
    studio.process.kill('SIGUSR2')
    const { code, out, err } = await studio.ended
    expect(code).toBe(1)
    expect(err).toContain('Error: Bearer [API-key] was odd')
    expect(findCanary(out + err)).toBeUndefined()
  },
)
