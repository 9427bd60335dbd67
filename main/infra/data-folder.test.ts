import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { type DataFolder, takeDataFolder } from './data-folder.ts'
import { defaultDataFolder } from './default-data-folder.ts'
import { DataFolderError } from './start-error.ts'

async function take(path: string): Promise<DataFolder> {
  const folder = await takeDataFolder(path)
  onTestFinished(() => folder.release())
  return folder
}

test('a missing folder is created, with its parents, for its owner only', async () => {
  const path = join(temporaryFolder(), 'a', 'b')
  const folder = await take(path)
  expect(folder.path).toBe(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('a second process is refused while the first holds it, and let in afterwards', async () => {
  const path = temporaryFolder()
  const first = await takeDataFolder(path)
  await expect(takeDataFolder(path)).rejects.toMatchObject({
    trouble: { code: 'folder_in_use' },
  })
  first.release()
  await take(path)
})

test('a folder that is reached by a link is the same folder', async () => {
  const path = temporaryFolder()
  const link = join(temporaryFolder(), 'link')
  symlinkSync(path, link)
  const first = await takeDataFolder(path)
  await expect(takeDataFolder(link)).rejects.toMatchObject({
    trouble: { code: 'folder_in_use', path: link },
  })
  await expect(takeDataFolder(join(path, '..', basename(path)))).rejects.toThrow(DataFolderError)
  first.release()
  const byLink = await takeDataFolder(link)
  await expect(takeDataFolder(path)).rejects.toThrow(DataFolderError)
  byLink.release()
})

test('a second taking in the same process leaves the folder to the first', async () => {
  const path = temporaryFolder()
  await take(path)
  await expect(takeDataFolder(path)).rejects.toThrow(DataFolderError)
  const module = pathToFileURL(join(import.meta.dirname, 'data-folder.ts')).href
  const script = `const { takeDataFolder } = await import(${JSON.stringify(module)})
    await takeDataFolder(${JSON.stringify(path)}).then(() => process.exit(1), () => process.exit(0))`
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' })
  expect(await once(other, 'exit')).toEqual([0, null])
})

test('a killed process has released the folder', async () => {
  const path = temporaryFolder()
  const module = pathToFileURL(join(import.meta.dirname, 'data-folder.ts')).href
  const script = `const { takeDataFolder } = await import(${JSON.stringify(module)})
    await takeDataFolder(${JSON.stringify(path)})
    console.log('taken')
    setInterval(() => {}, 60_000)`
  const holder = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  await expect(takeDataFolder(path)).rejects.toThrow(DataFolderError)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  await take(path)
})

describe('a place that can’t be written is reported in a sentence', () => {
  test('a file', async () => {
    const path = join(temporaryFolder(), 'file')
    writeFileSync(path, 'mine')
    await expect(takeDataFolder(path)).rejects.toThrow(DataFolderError)
    await expect(takeDataFolder(join(path, 'below'))).rejects.toMatchObject({
      trouble: { code: 'folder_unwritable', systemWords: 'ENOTDIR' },
    })
  })

  test('a link to nowhere', async () => {
    const path = join(temporaryFolder(), 'link')
    symlinkSync('/nonexistent-place', path)
    await expect(takeDataFolder(path)).rejects.toThrow(DataFolderError)
  })

  test.runIf(existsSync('/proc/self'))('a place where nobody can write', async () => {
    await expect(takeDataFolder('/proc/nobody/can/write/here')).rejects.toMatchObject({
      trouble: { code: 'folder_unwritable', systemWords: 'ENOENT' },
    })
    await expect(takeDataFolder('/proc')).rejects.toThrow(DataFolderError)
  })
})

describe('no path leaves the folder', () => {
  test.each(['', '.', '..', '../x', 'a/../../x', '/etc/passwd', 'media/../..', '../atelier-elsewhere'])(
    '%j is refused',
    async (relative) => {
      const folder = await take(temporaryFolder())
      expect(() => folder.resolve(relative)).toThrow(DataFolderError)
    },
  )

  test('a sibling whose name begins the same is outside', async () => {
    const folder = await take(join(temporaryFolder(), 'data'))
    expect(() => folder.resolve('../data-of-another/x')).toThrow(DataFolderError)
  })

  test('any path is inside or refused', async () => {
    const folder = await take(temporaryFolder())
    const part = fc.oneof(fc.constantFrom('..', '.', '', 'media', '~', '%2e%2e'), fc.string({ maxLength: 8 }))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), fc.boolean(), (parts, isAbsolute) => {
        const requested = (isAbsolute ? '/' : '') + parts.join('/')
        try {
          expect(folder.resolve(requested).startsWith(folder.path + sep)).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(DataFolderError)
        }
      }),
    )
  })
})

test.each([
  ['linux', { XDG_DATA_HOME: '/x' }, join('/x', 'atelier')],
  ['win32', { APPDATA: '/roaming' }, join('/roaming', 'Atelier')],
] as const)(
  'on %s everything is kept where the system keeps such data',
  (platform, environment, expected) => {
    expect(defaultDataFolder(platform, environment)).toBe(expected)
  },
)
