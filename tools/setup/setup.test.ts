import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'

/** Runs one expression over a set-up module in a separate Node, as the set-up runs. */
function evaluate(module: string, code: string, env: Record<string, string> = {}): string {
  const url = new URL(module, import.meta.url).href
  const script = `import * as setup from '${url}'\n${code}`
  const outcome = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  return `${outcome.stdout}${outcome.stderr}`.trim()
}

const lockfile = JSON.stringify({
  packages: {
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '1.0.0', optional: true },
  },
})

function plantClone(installed: Record<string, { version: string }>): string {
  return plantFiles({
    'package-lock.json': lockfile,
    'node_modules/.package-lock.json': JSON.stringify({ packages: installed }),
    [`node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`]: '',
  })
}

function isInstallFresh(root: string): string {
  return evaluate('./install.mjs', `console.log(setup.isInstallFresh(${JSON.stringify(root)}))`)
}

describe('installed packages', () => {
  test('npm’s record at the lockfile’s versions is fresh, other platforms’ packages aside', () => {
    expect(isInstallFresh(plantClone({ 'node_modules/a': { version: '1.0.0' } }))).toBe('true')
  })

  test('another version is stale, and so is nothing at all', () => {
    expect(isInstallFresh(plantClone({ 'node_modules/a': { version: '0.9.0' } }))).toBe('false')
    expect(isInstallFresh(plantFiles({ 'package-lock.json': lockfile }))).toBe('false')
  })

  test('a lockfile that changed after the stamp is compared again', () => {
    const root = plantClone({ 'node_modules/a': { version: '1.0.0' } })
    expect(isInstallFresh(root)).toBe('true')
    writeFileSync(join(root, 'package-lock.json'), lockfile.replace('1.0.0', '2.0.0'))
    expect(isInstallFresh(root)).toBe('false')
  })

  test('packages without the Node that comes with them are stale', () => {
    const root = plantClone({ 'node_modules/a': { version: '1.0.0' } })
    rmSync(join(root, 'node_modules/node'), { recursive: true })
    expect(isInstallFresh(root)).toBe('false')
  })

  test.each([
    ['npm ERR! code ENOTFOUND', 'check the network'],
    ['npm error code ENOSPC', 'The disk is full'],
    ['npm error code EACCES', 'right to write'],
    ['npm error `npm ci` can only install when in sync', 'from the same commit'],
    ['npm error something new', 'npm error something new'],
  ])('a failing npm that says “%s” is explained', (words, explanation) => {
    const root = plantFiles({
      'package-lock.json': lockfile,
      'bin/npm': `#!/bin/sh\necho '${words}' >&2\nexit 1\n`,
    })
    spawnSync('chmod', ['+x', join(root, 'bin/npm')])
    const code = `try { setup.installPackages(${JSON.stringify(root)}) } catch (error) { console.log(error.message) }`
    expect(evaluate('./install.mjs', code, { PATH: `${join(root, 'bin')}:/usr/bin:/bin` })).toContain(
      explanation,
    )
  })
})

test('[HOST6] processes that the set-up starts get none of the person’s keys', () => {
  const root = plantFiles({
    'package-lock.json': lockfile,
    'bin/npm': `#!/bin/sh\nenv > "$(dirname "$0")/environment"\nexit 1\n`,
  })
  cpSync(new URL('.', import.meta.url), join(root, 'tools/setup'), { recursive: true })
  cpSync(new URL('../setup.mjs', import.meta.url), join(root, 'tools/setup.mjs'))
  spawnSync('chmod', ['+x', join(root, 'bin/npm')])
  const keys = { ATELIER_API_KEY: 'sk-canary-1', ATELIER_USAGE_KEY: 'sk-canary-2' }
  const env = { ...process.env, PATH: `${join(root, 'bin')}:/usr/bin:/bin`, WHAT_STAYS: 'yes', ...keys }
  const { status } = spawnSync(process.execPath, [join(root, 'tools/setup.mjs')], { env })
  const environment = readFileSync(join(root, 'bin/environment'), 'utf8')
  expect([status, environment.includes('WHAT_STAYS=yes'), environment.includes('canary')]).toEqual([
    2,
    true,
    false,
  ])
})

describe('builds', () => {
  const files = { 'renderer/a.tsx': 'one', 'package-lock.json': '{}', 'dist/renderer/index.html': '' }
  const stale = (root: string) =>
    evaluate(
      './build.mjs',
      `console.log(setup.staleBuilds(${JSON.stringify(root)}).map(({ name, hash }) => name + ' ' + hash).join('\\n'))`,
    )
  const stamp = (root: string) => {
    for (const line of stale(root).split('\n').filter(Boolean)) {
      const [name, hash] = line.split(' ')
      writeFileSync(join(root, `dist/.${name}.stamp`), hash ?? '')
    }
  }

  test('a page with unchanged inputs is not built again, a changed one is', () => {
    const root = plantFiles(files)
    expect(stale(root)).toContain('renderer ')
    stamp(root)
    expect(stale(root)).not.toContain('renderer ')
    writeFileSync(join(root, 'renderer/a.tsx'), 'two')
    expect(stale(root)).toContain('renderer ')
  })

  test('a changed test builds nothing, a missing page is built', () => {
    const root = plantFiles(files)
    stamp(root)
    writeFileSync(join(root, 'renderer/a.test.tsx'), 'new')
    expect(stale(root)).not.toContain('renderer ')
    rmSync(join(root, 'dist/renderer/index.html'))
    expect(stale(root)).toContain('renderer ')
  })
})

describe('two set-ups at once', () => {
  const lockModule = fileURLToPath(new URL('./lock.mjs', import.meta.url))
  const script = (root: string) => `
    import { appendFileSync, readFileSync } from 'node:fs'
    import { withLock } from ${JSON.stringify(lockModule)}
    const log = ${JSON.stringify(join(root, 'log'))}
    withLock(${JSON.stringify(root)}, () => {
      appendFileSync(log, 'in ')
      const until = Date.now() + 300
      while (Date.now() < until);
      appendFileSync(log, 'out ')
    })`

  test('take turns', async () => {
    const root = plantFiles({ log: '' })
    const runs = [0, 1, 2].map(
      () =>
        new Promise((resolve) =>
          spawn(process.execPath, ['--input-type=module', '-e', script(root)]).on('close', resolve),
        ),
    )
    expect(await Promise.all(runs)).toEqual([0, 0, 0])
    expect(readFileSync(join(root, 'log'), 'utf8')).toBe('in out in out in out ')
    expect(existsSync(join(root, '.cache/setup.lock'))).toBe(false)
  })

  test('a set-up that died does not stop the next', () => {
    const root = plantFiles({ log: '' })
    const dead = spawnSync(process.execPath, ['-e', '']).pid
    const lock = join(root, '.cache/setup.lock')
    mkdirSync(dirname(lock), { recursive: true })
    writeFileSync(lock, String(dead))
    spawnSync(process.execPath, ['--input-type=module', '-e', script(root)])
    expect(readFileSync(join(root, 'log'), 'utf8')).toBe('in out ')
  })
})
