import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openLibrary } from '../../testing/open-library.ts'
import { runInProcess as atelier } from '../../testing/run-in-process.ts'
import { pngChunk, pngWith } from '../../testing/sample-containers.ts'
import { plainPng } from '../../testing/sample-media.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

vi.setConfig({ testTimeout: 60_000 })

interface Row {
  readonly fileId: string
  readonly path: string
}

const ordered = (rows: readonly Row[]) => rows.map(({ path, ...row }) => row)
const jsonOf = async (...words: string[]) => JSON.parse((await atelier([...words, '--json'])).out)

/** A library with three judged files, exported into a folder. */
async function exported() {
  const data = temporaryFolder()
  const out = join(temporaryFolder(), 'out')
  const { saveFile, files, tags } = await openLibrary(join(data, 'library.sqlite'))
  const fileIds = ['a quiet sea', 'a fox', 'a hill'].map((prompt, index) => {
    const bytes = Buffer.concat([plainPng(), Buffer.from([index])])
    const fileId = saveFile({ prompt, bytes: bytes.length })
    const path = join(data, files.stored(fileId)?.path ?? '')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return fileId
  })
  const [sea = '', fox = ''] = fileIds
  tags.change([
    { name: 'Poster', fileIds: [sea, fox], isOn: true },
    { name: 'Größe 漢字', fileIds: [sea], isOn: true },
  ])
  tags.setNote(sea, 'For May.', 1)
  await atelier(['rate', sea, '--rating', '4', '--flag', 'pick', '--data', data])
  await atelier(['rate', fox, '--flag', 'reject', '--data', data])
  await atelier(['export', ...fileIds, '--out', out, '--data', data])
  return { data, out, sea }
}

test('[RST30] [RST34] a folder of exported files makes the library that they came from, elsewhere, and costs nothing there', async () => {
  const { data, out, sea } = await exported()
  const empty = temporaryFolder()
  const { code, out: text } = await atelier(['restore', out, '--into-library', '--data', empty, '--json'])
  expect(JSON.parse(text)).toEqual({ added: 3, known: 0, refused: [] })
  expect(code).toBe(0)
  const there: Row[] = await jsonOf('library', '--data', data)
  const here: Row[] = await jsonOf('library', '--data', empty)
  expect(ordered(here)).toEqual(ordered(there))
  expect(here).toHaveLength(3)
  for (const { path } of here) expect(existsSync(path)).toBe(true)
  expect(await jsonOf('library', '--search', 'tag:poster note', '--data', empty)).toHaveLength(0)
  expect(
    await jsonOf('library', '--search', 'tag:"größe 漢字" may rating:>=4 flag:pick', '--data', empty),
  ).toEqual([expect.objectContaining({ fileId: sea, prompt: 'a quiet sea' })])
  // It goes out as it came in.
  const again = join(temporaryFolder(), 'out')
  await atelier(['export', sea, '--out', again, '--name', '{prompt}', '--data', empty])
  expect(await jsonOf('restore', join(again, 'a quiet sea.png'))).toMatchObject({
    modelId: 'i3',
    values: { prompt: 'a quiet sea' },
    rating: 4,
    note: 'For May.',
  })
  expect(await jsonOf('spend', '--from', '2020-01-01', '--to', '2030-01-01', '--data', empty)).toEqual([])
  expect(await jsonOf('jobs', '--data', empty)).toEqual([])
})

test('[RST31] it is taken in once, whatever was taken in before and whatever became of a copy', async () => {
  const { data, out } = await exported()
  expect(await jsonOf('restore', out, '--into-library', '--data', data)).toMatchObject({ added: 0, known: 3 })
  const empty = temporaryFolder()
  const part = join(temporaryFolder(), 'part')
  mkdirSync(part)
  const [first = ''] = readdirSync(out).toSorted()
  copyFileSync(join(out, first), join(part, 'renamed.png'))
  expect(await jsonOf('restore', part, '--into-library', '--data', empty)).toMatchObject({
    added: 1,
    known: 0,
  })
  expect(await jsonOf('restore', out, '--into-library', '--data', empty)).toMatchObject({
    added: 2,
    known: 1,
  })
  const [{ fileId }] = await jsonOf('library', '--data', empty)
  await atelier(['rate', fileId, '--rating', '1', '--data', empty])
  const copies = join(temporaryFolder(), 'copies')
  await atelier(['export', fileId, '--out', copies, '--data', empty])
  expect(await jsonOf('restore', copies, '--into-library', '--data', empty)).toMatchObject({
    added: 0,
    known: 1,
  })
})

test('[RST32] [RST33] a bad file costs only itself, links are not followed, and nothing in the folder changes', async () => {
  const { out } = await exported()
  const secret = join(temporaryFolder(), 'secret')
  mkdirSync(secret)
  for (const name of readdirSync(out)) copyFileSync(join(out, name), join(secret, name))
  const folder = join(temporaryFolder(), 'all')
  mkdirSync(join(folder, 'deep', 'er'), { recursive: true })
  const [first = '', second = ''] = readdirSync(out).toSorted()
  copyFileSync(join(out, first), join(folder, 'deep', 'er', 'a.png'))
  symlinkSync(join(secret, second), join(folder, 'link.png'))
  symlinkSync(secret, join(folder, 'linked'))
  symlinkSync(folder, join(folder, 'deep', 'circle'))
  writeFileSync(join(folder, 'plain.png'), plainPng())
  writeFileSync(join(folder, 'page.pdf'), '%PDF-1.7')
  writeFileSync(join(folder, '.hidden.png'), plainPng())
  const text = 'a fox\nNegative prompt: blur\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 77'
  writeFileSync(join(folder, 'theirs.png'), pngWith(pngChunk('tEXt', `parameters\0${text}`)))
  writeFileSync(join(folder, 'beside.png'), Buffer.concat([plainPng(), Buffer.from('1')]))
  writeFileSync(join(folder, 'beside.png.json'), JSON.stringify({ prompt: 'from a sidecar', seed: 3 }))
  writeFileSync(join(folder, 'spy.png'), Buffer.concat([plainPng(), Buffer.from('2')]))
  writeFileSync(join(secret, 'spy.json'), JSON.stringify({ prompt: 'not to be read' }))
  symlinkSync(join(secret, 'spy.json'), join(folder, 'spy.json'))
  const before = digestOf(folder)
  const data = temporaryFolder()
  const { code, out: said } = await atelier(['restore', folder, '--into-library', '--data', data, '--json'])
  const { added, known, refused } = JSON.parse(said)
  expect({ code, added, known }).toEqual({ code: 1, added: 3, known: 0 })
  expect(refused.toSorted((one: Row, other: Row) => (one.path < other.path ? -1 : 1))).toEqual([
    { path: 'page.pdf', why: 'unknown_kind' },
    { path: 'plain.png', why: 'carries_nothing' },
    { path: 'spy.png', why: 'carries_nothing' },
  ])
  expect(digestOf(folder)).toBe(before)
  const found: { prompt: string }[] = await jsonOf('library', '--search', 'model:unknown', '--data', data)
  expect(found.map(({ prompt }) => prompt).toSorted()).toEqual(['a fox', 'from a sidecar'])
  expect(readdirSync(join(data, 'incoming'))).toEqual([])
})

test('[RST33] a folder that holds the library, or lies in it, is refused, and so is none', async () => {
  const data = join(temporaryFolder(), 'data')
  mkdirSync(data)
  await openLibrary(join(data, 'library.sqlite'))
  for (const [folder, words] of [
    [dirname(data), 'part of Atelier’s own data'],
    [data, 'part of Atelier’s own data'],
    [join(data, 'nowhere'), 'There is no folder'],
  ] as const) {
    const { code, err } = await atelier(['restore', folder, '--into-library', '--data', data])
    expect(err).toContain(words)
    expect(code).toBe(2)
  }
})

function digestOf(folder: string): string {
  const digest = createHash('sha256')
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (entry.isFile()) digest.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)))
  return digest.digest('hex')
}
