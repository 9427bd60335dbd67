import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../infra/sqlite-database.ts'
import { createSqliteFileColors } from '../../infra/sqlite-file-colors.ts'
import { createSqliteJudgements } from '../../infra/sqlite-judgements.ts'
import { createSqliteTags } from '../../infra/sqlite-tags.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { runInProcess as atelier } from '../../testing/run-in-process.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

// Each opens a library and starts the command line over it.
vi.setConfig({ testTimeout: 60_000 })

async function open() {
  const data = temporaryFolder()
  const { saveFile, database } = await openLibrary(join(data, 'library.sqlite'))
  const sea = saveFile({ prompt: 'a quiet sea' })
  const fox = saveFile({ prompt: 'a fox', modelId: 'v4' })
  const run = (...words: string[]) => atelier([...words, '--data', data])
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out)
  return { data, sea, fox, run, json, judgements: createSqliteJudgements(database) }
}

test('[JUDGE8] files are rated and flagged at the terminal, all of them, and listed with it', async () => {
  const { data, sea, fox, json } = await open()
  expect(await json('rate', sea, fox, '--rating', '4')).toEqual([
    { fileId: sea, rating: 4, flag: 'none' },
    { fileId: fox, rating: 4, flag: 'none' },
  ])
  await json('rate', fox, '--flag', 'reject', '--rating', '1')
  expect(await json('library')).toEqual([
    {
      fileId: fox,
      kind: 'image',
      modelId: 'v4',
      prompt: 'a fox',
      rating: 1,
      flag: 'reject',
      tags: [],
      path: join(data, 'media/2026-11/file-2.png'),
      settled: { kind: 'unlisted' },
    },
    expect.objectContaining({ fileId: sea, rating: 4, flag: 'none' }),
  ])
  const idsOf = async (...words: string[]) =>
    (await json('library', ...words)).map((row: { fileId: string }) => row.fileId)
  expect(await idsOf('--rating', '2')).toEqual([sea])
  expect(await idsOf('--kind', 'video')).toEqual([])
  expect(await idsOf('--search', 'quie')).toEqual([sea])
  expect(await idsOf('--limit', '1')).toEqual([fox])
})

test('[JUDGE8] commands that need no account take one all the same, as a script gives it to every command', async () => {
  const { sea, json } = await open()
  const given = [
    ['--service', 'http://127.0.0.1:1', '--allow-http'],
    ['--account', 'sandbox'],
  ]
  for (const account of given) {
    expect(await json('rate', sea, '--rating', '3', ...account)).toMatchObject([{ fileId: sea, rating: 3 }])
    expect(await json('library', '--rating', '3', ...account)).toMatchObject([{ fileId: sea }])
  }
})

test('[LIB107] [FIND2] --search takes the filters of the library, and refuses what it can’t read', async () => {
  const { data, sea, fox, json, run } = await open()
  const database = await openDatabase(join(data, 'library.sqlite'))
  createSqliteTags(database).change([{ name: 'Wall art', fileIds: [fox], isOn: true }])
  await json('rate', sea, '--rating', '2')
  const idsOf = async (search: string) =>
    (await json('library', '--search', search)).map((row: { fileId: string }) => row.fileId)
  expect(await idsOf('tag:"wall art"')).toEqual([fox])
  expect(await idsOf('rating:>=1 quiet')).toEqual([sea])
  expect((await json('library', '--search', 'model:v4'))[0].tags).toEqual(['Wall art'])
  database.prepare('INSERT INTO file_looks SELECT seq, 255, 255, 0, 0 FROM files WHERE file_id = ?').run(sea)
  createSqliteFileColors(database).index(9)
  expect(await idsOf('color:blue date:2020..')).toEqual([sea])
  expect(await idsOf('color:red')).toEqual([])
  expect(await idsOf('model:"i3 fast images" color:blue')).toEqual([sea])
  expect(await idsOf('model:"v4 new generation" -color:blue')).toEqual([fox])
  const refused = await run('library', '--search', 'ratng:3')
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('“ratng:3” is no filter.')])
  await database.idle()
  database.close()
})

test('[JUDGE8] nothing is changed where a file, a rating or a flag is wrong', async () => {
  const { sea, run, judgements } = await open()
  const gone = '00000000-0000-7000-8000-ffffffffffff'
  for (const [words, sentence] of [
    [['rate', sea, gone, '--rating', '4'], `There is no file ${gone} in this library. Nothing was changed.`],
    [['rate', sea, '--rating', '6'], '--rating takes a whole number from 0 to 5, not “6”.'],
    [['rate', sea, '--flag', 'maybe'], '--flag takes one of none, pick, reject, not “maybe”.'],
    [['rate', sea], 'Give --rating 0-5, --flag pick, reject or none, or both.'],
    [['rate', '../etc', '--rating', '1'], 'There is no file ../etc in this library. Nothing was changed.'],
    [['library', '--kind', 'text'], '--kind takes one of image, video, audio, not “text”.'],
  ] as const) {
    const { code, err } = await run(...words)
    expect([code, err.split('\n').at(-2)]).toEqual([2, `Atelier: ${sentence}`])
  }
  expect(judgements.of([sea]).size).toBe(0)
})
