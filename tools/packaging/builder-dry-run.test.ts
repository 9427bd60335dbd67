import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { listPackage } from '@electron/asar'
import { build, Platform } from 'electron-builder'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../main/testing/temporary-folder.ts'
import { builderConfig } from './builder-config.ts'
import { burnFuses } from './burn-fuses.ts'
import { findWrongFuses, releasedFuses } from './fuses.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A folder as Electron's download unpacks to, whose program only carries the fuses. */
function plantElectron(): string {
  const folder = temporaryFolder()
  const states = '1'.repeat(Object.keys(releasedFuses).length)
  const wire = [
    'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX',
    '\u0001',
    String.fromCharCode(states.length),
    states,
  ].join('')
  mkdirSync(join(folder, 'resources'))
  mkdirSync(join(folder, 'locales'))
  writeFileSync(join(folder, 'electron'), wire, { mode: 0o755 })
  writeFileSync(join(folder, 'chrome-sandbox'), '')
  for (const name of ['LICENSE', 'LICENSES.chromium.html', 'version']) writeFileSync(join(folder, name), name)
  return folder
}

function plantApp(): string {
  const app = temporaryFolder()
  mkdirSync(join(app, 'dist', 'main'), { recursive: true })
  writeFileSync(join(app, 'dist', 'main', 'electron.js'), 'export {}')
  const own = {
    name: 'atelier',
    version: '0.1.0',
    author: 'Atelier',
    main: 'dist/main/electron.js',
    type: 'module',
  }
  writeFileSync(join(app, 'package.json'), JSON.stringify(own))
  return app
}

// Runs the builder itself.
test.skipIf(process.platform !== 'linux')(
  '[PACK34] the builder makes a program of what is shipped, sets its fuses, and names its feed',
  async () => {
    const output = temporaryFolder()
    const config = builderConfig(
      { root, app: plantApp(), output },
      { ATELIER_UPDATES_URL: 'https://updates.example/atelier' },
    )
    await build({
      projectDir: root,
      config: { ...config, electronDist: plantElectron(), afterPack: burnFuses() },
      targets: Platform.LINUX.createTarget('dir'),
      publish: 'never',
    })
    const [unpacked = ''] = readdirSync(output).filter((name) => name.endsWith('unpacked'))
    const at = (...path: string[]) => join(output, unpacked, ...path)
    expect(listPackage(at('resources', 'app.asar'), { isPack: false }).sort()).toEqual([
      '/dist',
      '/dist/main',
      '/dist/main/electron.js',
      '/package.json',
    ])
    expect(await findWrongFuses(at('atelier'))).toEqual([])
    expect(readFileSync(at('resources', 'app-update.yml'), 'utf8')).toContain(
      'https://updates.example/atelier',
    )
    for (const name of ['LICENSE.electron.txt', 'LICENSES.chromium.html'])
      expect(existsSync(at(name))).toBe(true)
  },
  120_000,
)
