import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { StudioStatus } from '../../shared/bridge/views.ts'
import { takeDataFolder } from '../infra/data-folder.ts'
import { openPageSession } from '../testing/page-session.ts'
import { runProgram } from '../testing/run-program.ts'
import { createStandInOpener } from '../testing/stand-in-opener.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'

// Starts separate processes, which are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

/** Nothing listens there. */
const nowhere = 'http://127.0.0.1:9'
const isBuilt = existsSync(join(import.meta.dirname, '..', '..', 'dist', 'renderer', 'index.html'))

function start(words: readonly string[]) {
  return runProgram('main/hosts/start.mjs', ['--browser', '--no-open', ...words])
}

/** Starts with nothing configured; resolves when the sandbox beside it is connected. */
async function startWithSandbox() {
  const data = join(temporaryFolder(), 'data')
  const studio = start(['--data', data])
  const line = await studio.line(/^Atelier: /)
  const url = new URL(line.replace(/^Atelier: /, ''))
  const session = await openPageSession(url.href)
  async function status(): Promise<StudioStatus> {
    const response = await fetch(`${url.origin}/bridge/studio.status`, {
      method: 'POST',
      headers: { ...session.headers },
      body: '{}',
    })
    return ((await response.json()) as { value: StudioStatus }).value
  }
  await expect.poll(async () => (await status()).service.baseUrl, { timeout: 15_000 }).toMatch(/^http/)
  return { data, studio, origin: url.origin, sandbox: (await status()).service.baseUrl }
}

function isThere(url: string): Promise<boolean> {
  return fetch(url).then(
    () => true,
    () => false,
  )
}

describe.runIf(isBuilt)('npm start', () => {
  test('reports a port that is in use in one sentence and exits with 2', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void taken.close())
    const address = taken.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const { code, out, err } = await start(['--port', String(port), '--data', temporaryFolder()]).ended
    expect([code, out, err]).toEqual([
      2,
      '',
      `Atelier: Port ${port} is in use. Choose another with --port N, or leave it out.\n`,
    ])
  })

  test.each(['--help', '-h'])(
    '[HOST20] prints its options for %s, starts nothing and exits with 0',
    async (option) => {
      const data = join(temporaryFolder(), 'data')
      const { code, out, err } = await start(['--data', data, option]).ended
      expect([code, err, existsSync(data)]).toEqual([0, '', false])
      const options = ['browser', 'desktop', 'port', 'data', 'no-open', 'service', 'allow-http', 'help']
      for (const name of options) expect(out).toContain(`--${name}`)
    },
  )

  test('[HOST19] has the same address at the next start on a data folder', async () => {
    const data = join(temporaryFolder(), 'data')
    const addressOf = async (...options: string[]) => {
      const studio = start(['--data', data, ...options])
      const { origin } = new URL((await studio.line(/^Atelier: /)).replace('Atelier: ', ''))
      studio.process.kill('SIGINT')
      await studio.ended
      return origin
    }
    const first = await addressOf()
    expect(await addressOf('--port', '0')).not.toBe(first)
    expect(await addressOf()).toBe(first)
  })

  test('ends everything that it started on Ctrl+C, and releases the data folder', async () => {
    const { data, studio, origin, sandbox } = await startWithSandbox()
    expect(await isThere(sandbox)).toBe(true)
    studio.process.kill('SIGINT')
    const { code, err } = await studio.ended
    expect([code, err]).toEqual([0, ''])
    expect([await isThere(origin), await isThere(sandbox)]).toEqual([false, false])
    const folder = await takeDataFolder(data)
    folder.release()
  })

  test.skipIf(process.platform === 'win32')(
    '[HOST1] [HOST3] [HOST6] passes the opener a private file that opens one session, and its keys to nobody',
    async () => {
      const opener = createStandInOpener(temporaryFolder())
      const home = temporaryFolder()
      const keys = { ATELIER_API_KEY: 'sk-canary-1', ATELIER_USAGE_KEY: 'sk-canary-2' }
      const env = { PATH: opener.path, HOME: home, TMPDIR: home, ...keys }
      const words = ['--browser', '--data', join(temporaryFolder(), 'data')]
      const studio = runProgram('main/hosts/start.mjs', words, { env })
      const printed = (await studio.line(/^Atelier: /)).replace('Atelier: ', '')
      await expect.poll(opener.opened).not.toBeNull()
      const { args = [], environment, content = '' } = opener.opened() ?? {}
      expect([args.length, args[0]]).toEqual([1, expect.stringContaining(join(home, 'atelier-open-'))])
      expect(environment).not.toContain('canary')
      const address = /href="([^"]+)"/.exec(content)?.[1] ?? ''
      expect(address).not.toBe(printed)
      await openPageSession(address)
      await expect
        .poll(() => readdirSync(home).filter((name) => name.startsWith('atelier-open-')))
        .toEqual([])
      await expect(openPageSession(address)).rejects.toThrow('401')
      await openPageSession(printed)
      studio.process.kill('SIGINT')
      expect(await studio.ended).toMatchObject({ code: 0, err: '' })
    },
  )

  test('leaves no sandbox behind when it is killed', async () => {
    const { data, studio, sandbox } = await startWithSandbox()
    studio.process.kill('SIGKILL')
    await studio.ended
    await expect.poll(() => isThere(sandbox), { timeout: 10_000 }).toBe(false)
    const folder = await takeDataFolder(data)
    folder.release()
  })
})

test('[START300] no source is stripped of its types twice', async () => {
  const code = `process.on('exit', () => process.moduleLoadList.some((name) => name.includes('amaro')) && console.error('STRIPPED'))`
  const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` }
  for (const program of ['main/hosts/start.mjs', 'main/hosts/cli/cli.mjs']) {
    const help = () => runProgram(program, ['--help'], { env }).ended
    await help()
    expect(await help()).toMatchObject({ code: 0, err: '' })
  }
})

describe.runIf(isBuilt)('the way to the line', () => {
  test('[START303] loads only what the line needs', async () => {
    const code = `
      import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      const { write } = process.stdout
      process.stdout.write = (text, ...rest) => {
        console.error(JSON.stringify(loaded.filter((url) => url.startsWith('file:'))))
        process.stdout.write = write
        return write.call(process.stdout, text, ...rest)
      }`
    const env = { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(code)}` }
    const words = ['--browser', '--no-open', '--data', join(temporaryFolder(), 'data'), '--service', nowhere]
    const studio = runProgram('main/hosts/start.mjs', words, { env })
    await studio.line(/^Atelier: /)
    studio.process.kill('SIGTERM')
    const [line = ''] = (await studio.ended).err.split('\n')
    const loaded = JSON.parse(line) as string[]
    const unwanted =
      /node_modules\/(undici|jose|conf|re2js|sax|client-zip)\/|bridge\/procedures|studio-(calls|handlers|tasks)/
    expect(loaded.filter((url) => unwanted.test(url))).toEqual([])
    expect(loaded.length).toBeLessThanOrEqual(500)
    expect(loaded.length).toBeGreaterThan(300)
  })
})

test.each([
  [['--port', '99999'], /--port takes a number from 0 to 65535/],
  [['--desktop'], /Choose --browser or --desktop, not both\./],
  [['--service', 'here'], /address of --service can’t be used/],
  [['--speed'], /Unknown option '--speed'\./],
  [['now'], /“now” is no option of npm start\./],
  [['--data', import.meta.filename], /can’t be written \(EEXIST\)/],
])('%j is refused in one sentence', async (words, sentence) => {
  const { code, out, err } = await start(words).ended
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/^Atelier: [^\n]+\n$/)
  expect(err).toMatch(sentence)
})
