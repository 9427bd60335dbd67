import { expect, test } from 'vitest'
import type { ImportedFile } from '../../shared/bridge/import-procedures.ts'
import { mostGivenBytes } from '../../shared/bridge/import-route.ts'
import type { GivenFile } from '../actions/collecting.ts'
import { createFilesImport } from './files-import.ts'

function given(name: string): GivenFile {
  return { name, file: new File(['bytes'], name) }
}

/** A file that was moved since it was dropped. */
class GoneFile extends File {
  override slice(): Blob {
    throw new DOMException('gone', 'NotFoundError')
  }
}

/** One that is larger than it looks. */
class LargeFile extends File {
  override readonly size = mostGivenBytes + 1
}

function open(
  files: readonly GivenFile[],
  answer: (name: string, signal: AbortSignal) => Promise<ImportedFile | null>,
) {
  const sent: string[] = []
  const imports = createFilesImport({
    given: files,
    send({ file, besides }, signal) {
      sent.push([file, ...besides].map(({ name }) => name).join(' with '))
      return answer(file.name, signal)
    },
  })
  return { imports, sent, state: imports.store.getState }
}

test('[RST572] files are sent one after the other, and what became of each is counted', async () => {
  const outcomes: Record<string, ImportedFile> = {
    'a.png': { outcome: 'added' },
    'b.png': { outcome: 'known' },
    'photo.png': { outcome: 'refused', why: 'carries_nothing' },
  }
  const files = [given('a.png'), given('b.png'), given('photo.png'), given('c.png.xmp')]
  files.push({ name: 'exports', file: null }, { name: 'gone.png', file: new GoneFile(['x'], 'gone.png') })
  files.push({ name: 'video.mp4', file: new LargeFile(['x'], 'video.mp4') })
  const { imports, sent, state } = open(files, async (name) => outcomes[name] ?? null)
  await imports.start()
  expect(sent).toEqual(['a.png', 'b.png', 'photo.png'])
  expect(state()).toMatchObject({ state: 'done', total: 7, done: 7, added: 1, known: 1, failure: null })
  expect(state().refused.count).toBe(5)
  expect(
    state()
      .refused.files.map(({ name, why }) => `${name}: ${why}`)
      .toSorted(),
  ).toEqual([
    'c.png.xmp: is_settings',
    'exports: is_folder',
    'gone.png: unreadable',
    'photo.png: carries_nothing',
    'video.mp4: is_large',
  ])
})

test('[RST600] a sidecar is sent with its file, by either of its names, and only one without a file is refused', async () => {
  const names = ['A.png.XMP', 'a.PNG', 'b.jpg', 'b.txt', 'b.json', 'c.xmp', 'photo']
  const { imports, sent, state } = open(names.map(given), async () => ({ outcome: 'added' }))
  await imports.start()
  expect(sent).toEqual(['a.PNG with A.png.XMP', 'b.jpg with b.txt with b.json', 'photo'])
  expect(state()).toMatchObject({ state: 'done', total: 7, done: 7, added: 3 })
  expect(state().refused.files).toEqual([{ name: 'c.xmp', why: 'is_settings' }])
})

test('[RST572] what stops one stops all, with its reason, and the next start begins with the first file', async () => {
  let isThere = false
  const { imports, sent, state } = open([given('a.png'), given('b.png')], async (name) =>
    name === 'a.png' || isThere ? { outcome: 'added' } : null,
  )
  await imports.start()
  expect(state()).toMatchObject({ state: 'failed', failure: 'disconnected', added: 1 })
  isThere = true
  await imports.start()
  expect(sent).toEqual(['a.png', 'b.png', 'a.png', 'b.png'])
  expect(state()).toMatchObject({ state: 'done', failure: null, added: 2, done: 2 })
  for (const [taken, failure] of [
    [{ outcome: 'busy' }, 'busy'],
    [
      { outcome: 'failed', failure: { code: 'storage', kind: 'full' } },
      { code: 'storage', kind: 'full' },
    ],
  ] as const) {
    const other = open([given('a.png')], async () => taken)
    await other.imports.start()
    expect(other.state()).toMatchObject({ state: 'failed', failure, added: 0 })
  }
})

test('[RST572] canceled, it sends no further file; many refusals are counted and the first named', async () => {
  const first = Promise.withResolvers<ImportedFile>()
  let way: AbortSignal | null = null
  const { imports, sent, state } = open([given('a.png'), given('b.png')], (_, signal) => {
    way = signal
    return first.promise
  })
  const ended = imports.start()
  await expect.poll(() => sent).toEqual(['a.png'])
  imports.cancel()
  expect(way).toMatchObject({ aborted: true })
  // It was there whole before that came to the studio.
  first.resolve({ outcome: 'added' })
  await ended
  expect(state()).toMatchObject({ state: 'cancelled', failure: null, added: 1 })
  expect(sent).toEqual(['a.png'])

  const many = open(
    Array.from({ length: 30 }, (_, index) => ({ name: `${index}`, file: null })),
    async () => null,
  )
  await many.imports.start()
  expect(many.state().refused.count).toBe(30)
  expect(many.state().refused.files).toHaveLength(20)
})
