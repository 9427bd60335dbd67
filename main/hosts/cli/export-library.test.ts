import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { runInProcess as atelier } from '../../testing/run-in-process.ts'
import { plainPng } from '../../testing/sample-media.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { serveDoor } from '../door/serve-door.ts'
import { sayStorageTrouble } from './export-files.ts'

// Opens a library of many files and exports it, more than once.
vi.setConfig({ testTimeout: 60_000 })

async function open() {
  const data = temporaryFolder()
  const out = join(temporaryFolder(), 'out')
  const { saveFile, files, tags } = await openLibrary(join(data, 'library.sqlite'))
  const bytes = plainPng()
  function add(prompt: string): string {
    const fileId = saveFile({ prompt, bytes: bytes.length })
    const path = join(data, files.stored(fileId)?.path ?? '')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, bytes)
    return fileId
  }
  const run = (...words: string[]) => atelier([...words, '--data', data])
  return { data, out, add, run, tags, gone: () => saveFile({ prompt: 'gone' }) }
}

test('[EXP10] [RST5] files are exported by id and by search, and give back what they carry', async () => {
  const { data, out, add, run, tags } = await open()
  const [sea, fox] = [add('a quiet sea'), add('a fox')]
  tags.change([{ name: 'Poster', fileIds: [sea], isOn: true }])
  tags.setNote(sea, 'For May.', 1)
  await run('rate', sea, '--rating', '4', '--flag', 'pick')
  const { code, out: text } = await run('export', sea, fox, '--out', out, '--name', '{n}-{prompt}', '--json')
  expect(JSON.parse(text)).toEqual([
    { fileId: sea, path: join(out, '1-a quiet sea.png') },
    { fileId: fox, path: join(out, '2-a fox.png') },
  ])
  expect(code).toBe(0)
  const restored = await atelier(['restore', join(out, '1-a quiet sea.png'), '--json'])
  expect(JSON.parse(restored.out)).toEqual({
    modelId: 'i3',
    values: { prompt: 'a quiet sea' },
    rating: 4,
    flag: 'pick',
    tags: ['Poster'],
    note: 'For May.',
    source: 'atelier',
  })
  expect((await atelier(['restore', join(out, '1-a quiet sea.png')])).out).toBe(
    'i3  ★★★★  pick  Poster\n  # For May.\n  prompt="a quiet sea"\n',
  )
  const found = await run('export', '--search', 'quie', '--out', out, '--name', '{prompt}', '--json')
  expect(JSON.parse(found.out)).toEqual([{ fileId: sea, path: join(out, 'a quiet sea.png') }])
  expect(existsSync(join(data, 'exports')) ? readdirSync(join(data, 'exports')) : []).toEqual([])
})

test('[EXP50] what the command line exports counts as exported, also beside an open studio', async () => {
  const { data, out, add, run } = await open()
  const [sea, fox] = [add('a sea'), add('a fox')]
  const exported = async () =>
    JSON.parse((await run('library', '--search', 'is:exported', '--json')).out).map(
      ({ fileId }: { fileId: string }) => fileId,
    )
  expect(await exported()).toEqual([])
  const first = await run('export', sea, '--out', out)
  expect([first.code, first.err, await exported()]).toEqual([0, '', [sea]])

  // As an open Atelier has the folder.
  const folder = await takeDataFolder(data)
  const alone = await run('export', fox, '--out', out)
  expect([alone.code, alone.err]).toEqual([
    0,
    'Atelier: The copies are written, but not noted in the library: these files don’t count as exported there.\n',
  ])
  const called: unknown[] = []
  const door = await serveDoor({
    studio: {
      async procedures(procedure, input) {
        called.push([procedure, input])
        return { ok: true, value: {} }
      },
    },
    folder: data,
    onYield: null,
    log: { warn: () => undefined },
  })
  const beside = await run('export', fox, '--out', out)
  await door.close()
  folder.release()
  expect([beside.code, beside.err, called]).toEqual([0, '', [['export.note', { fileIds: [fox] }]]])
})

test('[EXP10] what is missing is named, and what is wrong is said', async () => {
  const { out, add, run, gone } = await open()
  const [sea, lost] = [add('sea'), gone()]
  const some = await run('export', sea, lost, '--out', out)
  expect([some.code, some.err]).toEqual([1, `Atelier: Not on the disk, and left out: ${lost}.\n`])
  for (const [words, sentence] of [
    [['export', sea], 'The command is: export FILE_ID …'],
    [['export', '--out', out], 'The command is: export FILE_ID …'],
    [['export', sea, '--search', 'x', '--out', out], 'The command is: export FILE_ID …'],
    [['export', sea, '--out', out, '--name', ' '], '--name takes a template'],
    [['export', sea, '--out', out, '--metadata', 'all'], '--metadata takes one of embed, sidecar, unchanged'],
    [['export', '../etc', '--out', out], 'There is no file ../etc'],
    [['export', sea, '--out', '/dev/null/x'], 'There is a file where the folder would be.'],
  ] as const) {
    const { code, err } = await run(...words)
    expect(err).toContain(sentence)
    expect(code).toBe(2)
  }
})

test('[EXP540] a part that no name has is said, with those that there are, and stays in the name', async () => {
  const { out, add, run } = await open()
  const some = await run('export', add('sea'), '--out', out, '--name', '{n}-{foo}-{Seed}-{foo}')
  expect([some.code, readdirSync(out)]).toEqual([0, ['1-{foo}-{Seed}-{foo}.png']])
  expect(some.err).toContain('--name has {foo}, {Seed}, kept in the names as written.')
  expect(some.err).toContain('The parts are {date}, {model}')
  expect((await run('export', add('fox'), '--out', out, '--name', '{n}')).err).toBe('')
  // Before anything is written.
  const refused = await run('export', add('owl'), '--out', '/dev/null/x', '--name', '{foo}')
  expect(refused.err).toMatch(/^Atelier: --name has {foo}, kept .*\nAtelier: There is a file where/)
})

test('[RST5] [RST550] a file that carries nothing, or is none, is said', async () => {
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'plain.png'), plainPng())
  for (const [name, sentence] of [
    ['plain.png', 'carries no recipe'],
    ['missing.png', 'There is no file'],
    ['.', `${folder} is a folder. With --into-library its files are added to the library.`],
  ] as const) {
    const { code, err } = await atelier(['restore', join(folder, name)])
    expect([code, err.includes(sentence)]).toEqual([2, true])
  }
})

test('[EXP550] a full disk is said as such, with what to do', () => {
  const refused = (code: string) =>
    sayStorageTrouble(Object.assign(new Error(`${code}: write`), { code }), '/mnt/stick')
  for (const code of ['ENOSPC', 'EDQUOT'])
    expect(refused(code)).toMatchObject({
      name: 'SetUpError',
      message:
        'The disk is full: not everything was exported to /mnt/stick. What is there is whole. Make room; the same command continues where it stopped.',
    })
  expect(refused('EROFS')).toMatchObject({ message: '--out /mnt/stick can’t be written (EROFS).' })
  const other = new Error('else')
  expect(sayStorageTrouble(other, '/mnt/stick')).toBe(other)
})
