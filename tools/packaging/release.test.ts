import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createPackage, extractAll, listPackage } from '@electron/asar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../main/testing/run-program.ts'
import { temporaryFolder } from '../../main/testing/temporary-folder.ts'
import { ipcChannels } from '../../shared/bridge/carrier.ts'
import { findReleaseExcess } from '../checks/release-size.ts'
import { buildRelease } from './build-release.ts'

// Bundles the main side as a release, twice.
const root = fileURLToPath(new URL('../..', import.meta.url))

describe.skipIf(!existsSync(join(root, 'dist/renderer/index.html')))('a release', () => {
  let archive = ''
  let again = ''
  const folder = mkdtempSync(join(tmpdir(), 'atelier-release-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  beforeAll(async () => {
    archive = await pack(join(folder, 'first'))
    again = await pack(join(folder, 'second'))
  }, 120_000)

  test('[PACK7] holds the builds and its package.json: no TypeScript, no tests, no packages', () => {
    const paths = listPackage(archive, { isPack: false }).map((path) => path.replaceAll('\\', '/'))
    expect(paths).toContain('/dist/main/electron.js')
    expect(paths).toContain('/dist/preload/preload.cjs')
    expect(paths).toContain('/dist/renderer/index.html')
    expect(paths.filter((path) => !/^\/(dist(\/|$)|package\.json$)/.test(path))).toEqual([])
    expect(
      paths.filter((path) => /node_modules|[.](tsx?|map|node)$|packages\.json|manifest\.json/.test(path)),
    ).toEqual([])
    expect(findReleaseExcess(root)).toEqual([])
    expect(findReleaseExcess(root, 1000)).toEqual([expect.stringContaining('too many')])
  })

  test('[PACK7] asks for no package that is not there', () => {
    const app = extract(archive)
    const scripts = readdirSync(join(app, 'dist/main'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.js'),
    )
    const asked = scripts.flatMap((name) => {
      const text = readFileSync(join(app, 'dist/main', name), 'utf8')
      return [...text.matchAll(/(?:^|[;}\s])(?:import|export)\b[^'"`;()]*["']([^"']+)["']/g)].map(
        ([, module]) => module,
      )
    })
    const known = new Set(['electron', ...builtinModules, ...builtinModules.map((name) => `node:${name}`)])
    expect(asked).toEqual(expect.arrayContaining(['electron', 'node:crypto']))
    expect(asked.filter((module) => !module?.startsWith('.') && !known.has(module ?? ''))).toEqual([])
  })

  test('[PACK8] is the same, byte for byte, when it is built again', () => {
    expect(digest(again)).toBe(digest(archive))
  })

  // Starts a program.
  test('[PACK9] starts from its archive alone and serves the bridge', async () => {
    const program = runProgram('main/testing/desktop-entry-program.ts', [temporaryFolder(), extract(archive)])
    const report = JSON.parse(await program.line(/^{/)) as { handlers: string[] }
    expect(report.handlers).toContain(ipcChannels.call)
    expect(await program.ended).toMatchObject({ code: 0 })
  }, 60_000)

  // Starts a program.
  test.skipIf(process.platform === 'win32')(
    '[START390] [START391] opens its window without HTTP, and keeps what was compiled for this user alone, but not on macOS',
    async () => {
      const home = temporaryFolder()
      const folders = { HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
      // A cache of the tests' own would come first.
      const env = { ...folders, NODE_COMPILE_CACHE: undefined }
      const program = runProgram('main/testing/packed-desktop-program.ts', [extract(archive)], { env })
      const { loaded, chunks } = JSON.parse(await program.line(/^{/)) as Record<string, string[]>
      expect(loaded).toEqual([])
      expect(chunks).toContain('desktop.js')
      expect(
        chunks?.filter((name) => /^(studio-calls|serve-door|webhook-server|connect)-/.test(name)),
      ).toEqual([])
      program.process.kill('SIGTERM')
      expect(await program.ended).toMatchObject({ code: 0 })
      const profile = join(home, 'atelier', 'desktop')
      if (process.platform === 'darwin') return expect(existsSync(join(profile, 'compiled'))).toBe(false)
      expect(statSync(profile).mode & 0o777).toBe(0o700)
      const kept = readdirSync(join(profile, 'compiled'), { recursive: true })
      expect(kept.length).toBeGreaterThan(10)
    },
    60_000,
  )
})

async function pack(app: string): Promise<string> {
  await buildRelease(root, app)
  const archive = `${app}.asar`
  await createPackage(app, archive)
  return archive
}

function extract(archive: string): string {
  const folder = join(temporaryFolder(), 'extracted')
  extractAll(archive, folder)
  return folder
}

function digest(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
