import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { takeDataFolder } from './data-folder.ts'
import { createDiskLibraryFileStore } from './disk-library-file-store.ts'

async function open() {
  const folder = await takeDataFolder(temporaryFolder())
  onTestFinished(() => folder.release())
  return { path: folder.path, reader: createDiskLibraryFileStore(folder) }
}

test('reads the requested span, both ends inclusive', async () => {
  const { path, reader } = await open()
  writeFileSync(join(path, 'ten'), '0123456789')
  const file = await reader.open('ten')
  if (!file) throw new Error('There is no file.')
  expect(file.bytes).toBe(10)
  expect(await new Response(file.stream(3, 6)).text()).toBe('3456')
})

test('a stream that is cancelled early closes its file', async () => {
  const { path, reader } = await open()
  writeFileSync(join(path, 'large'), Buffer.alloc(4_000_000))
  const before = openFiles()
  const file = await reader.open('large')
  const stream = file?.stream(0, 3_999_999).getReader()
  await stream?.read()
  await stream?.cancel()
  await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThanOrEqual(before)
})

test('a slow reader that cancels leaves no error that nobody caught, as a video that is sought', async () => {
  const { path, reader } = await open()
  writeFileSync(join(path, 'large'), Buffer.alloc(4_000_000))
  const uncaught: unknown[] = []
  const note = (error: unknown) => void uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  onTestFinished(() => void process.off('uncaughtExceptionMonitor', note))
  const before = openFiles()
  async function seek() {
    const file = await reader.open('large')
    const stream = file?.stream(0, 3_999_999).getReader()
    for (let piece = 0; piece < 3; piece += 1) {
      await stream?.read()
      await turnsOfTheLoop(20)
    }
    const read = stream?.read()
    await stream?.cancel()
    await read
  }
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 20 }, seek))
  await expect.poll(openFiles, { timeout: 10_000 }).toBeLessThanOrEqual(before)
  expect(uncaught).toEqual([])
})

test('a missing file is null, and a path outside is refused', async () => {
  const { path, reader } = await open()
  writeFileSync(join(path, 'file'), 'x')
  expect(await reader.open('none/at/all')).toBeNull()
  expect(await reader.open('file/below')).toBeNull()
  await expect(reader.open('../secret')).rejects.toThrow()
  await expect(reader.write('../secret', new Uint8Array(1))).rejects.toThrow()
})

test('several writers of one file leave one whole version of it, and nothing else', async () => {
  const { path, reader } = await open()
  const versions = Array.from({ length: 10 }, (_, index) => Buffer.alloc(300_000, index))
  await Promise.all(versions.map((bytes) => reader.write('posters/7/p.jpg', bytes)))
  const kept = readFileSync(join(path, 'posters/7/p.jpg'))
  expect(versions.some((bytes) => bytes.equals(kept))).toBe(true)
  expect(readdirSync(join(path, 'posters/7'))).toEqual(['p.jpg'])
  expect(readdirSync(join(path, 'incoming'))).toEqual([])
})

test('a failed write leaves nothing', async () => {
  const { path, reader } = await open()
  mkdirSync(join(path, 'posters/p.jpg/full'), { recursive: true })
  await expect(reader.write('posters/p.jpg', new Uint8Array(10))).rejects.toThrow()
  expect(readdirSync(join(path, 'incoming'))).toEqual([])
})

async function turnsOfTheLoop(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise(setImmediate)
}

/** How many files this process has open. */
function openFiles(): number {
  return readdirSync(process.platform === 'linux' ? '/proc/self/fd' : '/dev/fd').length
}
