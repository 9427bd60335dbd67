import { expect, test } from 'vitest'
import type { PromptHistory } from '../engine/prompts/ports.ts'
import { createPromptProcedures } from '../engine/prompts/prompt-procedures.ts'
import { openLibrary } from '../testing/open-library.ts'
import { sampleSubmission } from '../testing/sample-submission.ts'
import { createSqlitePromptHistory } from './sqlite-prompt-history.ts'

async function open() {
  const { database, journal, files, saveFile } = await openLibrary()
  const history = createSqlitePromptHistory(database)
  function confirm(prompt: unknown, modelId = 'i3'): void {
    journal.insert([sampleSubmission({ values: { prompt }, modelId })])
  }
  const prompts = (search?: string) => history.list({ limit: 10, search }).prompts.map(({ prompt }) => prompt)
  return { database, journal, files, saveFile, history, confirm, prompts }
}

type Files = Awaited<ReturnType<typeof open>>['files']

/** Each prompt, with the file that it is listed with. */
function filesOf(history: PromptHistory, files: Files): [string, string | undefined][] {
  const listed = createPromptProcedures({ prompts: history, files })['prompts.history']({ limit: 10 })
  if (!listed.ok) throw new Error(listed.error.code)
  return listed.value.prompts.map(({ prompt, file }) => [prompt, file?.fileId])
}

test('[RECIPE6] every prompt is listed once, the last used first, with how often and by which model', async () => {
  const { history, confirm } = await open()
  confirm('a sea')
  confirm('a lake')
  confirm('a sea', 'v4')
  expect(history.list({ limit: 10 }).prompts).toMatchObject([
    { prompt: 'a sea', modelId: 'v4', times: 2 },
    { prompt: 'a lake', modelId: 'i3', times: 1 },
  ])
})

test('[RECIPE6] a run without a prompt adds nothing, and one confirmed twice counts once', async () => {
  const { journal, history, confirm } = await open()
  for (const prompt of [undefined, '', 7, { a: 1 }]) confirm(prompt)
  const run = sampleSubmission({ values: { prompt: 'a sea' } })
  journal.insert([run])
  journal.insert([run])
  expect(history.list({ limit: 10 }).prompts).toMatchObject([{ prompt: 'a sea', times: 1 }])
})

test('[RECIPE6] a prompt with wildcards is listed as it was written, for all of its runs', async () => {
  const { journal, history } = await open()
  const runs = ['red', 'blue'].map((colour) => sampleSubmission({ values: { prompt: `a ${colour} boat` } }))
  journal.insert(runs, null, 'a {red|blue} boat')
  journal.insert(runs, null, 'a {red|blue} boat')
  expect(history.list({ limit: 10 }).prompts).toMatchObject([
    { prompt: 'a {red|blue} boat', times: 2, submissionId: runs[0]?.submissionId },
  ])
})

test('[RECIPE6] a prompt comes with the first file of its last run, or none', async () => {
  const { history, files, saveFile, confirm } = await open()
  saveFile({ prompt: 'a sea' })
  const fileId = saveFile({ prompt: 'a sea' })
  confirm('a lake')
  expect(filesOf(history, files)).toEqual([
    ['a lake', undefined],
    ['a sea', fileId],
  ])
})

test('[RECIPE6] a prompt whose first run brought nothing comes with the file of another run of it, and of no other', async () => {
  const { database, history, files, saveFile } = await open()
  const [other, red, plain, blue] = [
    saveFile({ prompt: 'a sea' }),
    saveFile({ prompt: 'a red boat' }),
    saveFile({ prompt: 'a lake' }),
    saveFile({ prompt: 'a blue boat' }),
  ]
  const runOf = (fileId: string) => files.find(fileId)?.submissionId ?? ''
  const written = { submissionId: runOf(red), modelId: 'i3', confirmedAt: 1 }
  database.prepare('DELETE FROM prompts').run()
  history.note('a {red|blue} boat', written, 2)
  history.note('a lake', { ...written, submissionId: runOf(plain) }, 1)
  database
    .prepare("UPDATE submissions SET batch_id = 'wildcards' WHERE submission_id IN (?, ?)")
    .run(runOf(red), runOf(blue))
  database
    .prepare("UPDATE submissions SET batch_id = 'list' WHERE submission_id IN (?, ?)")
    .run(runOf(plain), runOf(other))
  database.prepare("UPDATE files SET state = 'failed' WHERE file_id IN (?, ?)").run(red, plain)
  expect(filesOf(history, files)).toEqual([
    ['a lake', plain],
    ['a {red|blue} boat', blue],
  ])
})

test('[RECIPE6] a search finds beginnings of words, each prompt once, also after it was used again', async () => {
  const { confirm, prompts } = await open()
  confirm('a quiet sea')
  confirm('the seaside')
  confirm('a quiet sea')
  confirm('a lake')
  expect(prompts('sea')).toEqual(['a quiet sea', 'the seaside'])
  expect(prompts('quiet se')).toEqual(['a quiet sea'])
  expect(prompts('sea ')).toEqual(['a quiet sea'])
})

test('[RECIPE6] pages are read by key', async () => {
  const { history, confirm } = await open()
  for (const prompt of ['one', 'two', 'three']) confirm(prompt)
  const first = history.list({ limit: 2 })
  expect(first.prompts.map(({ prompt }) => prompt)).toEqual(['three', 'two'])
  const next = history.list({ limit: 2, cursor: first.nextCursor ?? '' })
  expect([next.prompts.map(({ prompt }) => prompt), next.nextCursor]).toEqual([['one'], null])
})
