import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { takeDataFolder } from './data-folder.ts'

const isBuilt = existsSync(join(import.meta.dirname, '..', '..', 'dist', 'renderer', 'index.html'))

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

/** Everything in a data folder that others may access in any way. */
function openToOthers(root: string): string[] {
  return ['.', ...readdirSync(root, { recursive: true }).map(String)].filter(
    (name) => (statSync(join(root, name)).mode & 0o077) !== 0,
  )
}

describe.skipIf(process.platform === 'win32')(
  '[LIB38] Atelier’s files are accessible to their owner only',
  () => {
    test.runIf(isBuilt)(
      'even if made under a careless umask, down to the log of a library in use',
      // Starts a program, which takes long beside other work.
      { timeout: 30_000 },
      async () => {
        const data = join(temporaryFolder(), 'data')
        const words = [
          'main/hosts/start.mjs',
          '--browser',
          '--no-open',
          '--service',
          'http://127.0.0.1:9',
          '--data',
          data,
        ]
        const studio = spawn('sh', ['-c', 'umask 000; exec "$0" "$@"', process.execPath, ...words], {
          cwd: join(import.meta.dirname, '..', '..'),
          stdio: ['ignore', 'pipe', 'inherit'],
        })
        onTestFinished(() => void studio.kill('SIGKILL'))
        await once(studio.stdout, 'data')
        expect(readdirSync(data)).toEqual(
          expect.arrayContaining([
            'library.sqlite',
            'library.sqlite-wal',
            'library.sqlite-shm',
            'library.sqlite.mark',
          ]),
        )
        expect(openToOthers(data)).toEqual([])
      },
    )

    test('at the next start in a folder that was left open', async () => {
      const root = temporaryFolder()
      const files = [
        'library.sqlite',
        'library.sqlite-wal',
        'library.sqlite.day-2026-11-20.backup',
        'library.sqlite.mark',
        'settings.json',
        'keys.json',
        'keys.desktop.json',
        'usage-keys.json',
        'usage-keys.desktop.json',
        'agents-door.json',
        'agents-http.json',
        'browser-port',
      ]
      const folders = [
        'media',
        'posters',
        'inputs',
        'incoming',
        'exports',
        'proofs',
        'lost+found',
        'set-aside',
        'descriptions',
        'sandbox',
      ]
      for (const name of files) writeFileSync(join(root, name), '')
      for (const name of folders) mkdirSync(join(root, name))
      for (const name of [...files, ...folders, '.']) chmodSync(join(root, name), 0o777)
      const folder = await takeDataFolder(root)
      folder.release()
      expect(openToOthers(root)).toEqual([])
      expect([modeOf(root), modeOf(join(root, 'media')), modeOf(join(root, 'keys.json'))]).toEqual([
        '700',
        '700',
        '600',
      ])
    })

    test('a folder with other things in it keeps its own mode, and so do they and the targets of links', async () => {
      const root = temporaryFolder()
      const elsewhere = join(temporaryFolder(), 'shared')
      mkdirSync(elsewhere)
      writeFileSync(join(root, 'notes.txt'), '')
      writeFileSync(join(root, 'keys.json'), '')
      symlinkSync(elsewhere, join(root, 'media'))
      for (const path of [elsewhere, root, join(root, 'notes.txt'), join(root, 'keys.json')])
        chmodSync(path, 0o755)
      const folder = await takeDataFolder(root)
      folder.release()
      expect([root, join(root, 'notes.txt'), elsewhere, join(root, 'keys.json')].map(modeOf)).toEqual([
        '755',
        '755',
        '755',
        '600',
      ])
    })
  },
)
