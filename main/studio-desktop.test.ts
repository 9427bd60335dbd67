import { expect, test } from 'vitest'
import { createDesktopProcedures, type WantedItem } from './studio-desktop.ts'
import { sampleSubmission } from './testing/sample-submission.ts'

const id = '0199a4d2-7b1c-7c3e-8f00-112233445566'
const fileId = '0199a4d2-7b1c-7c3e-8f00-665544332211'
const recipe = { recipeId: id, name: 'A boat', modelId: 'v2', values: { prompt: 'a boat' }, isPinned: false }

function open(wanted: readonly WantedItem[], states: readonly string[]) {
  const submission = sampleSubmission({ submissionId: id })
  return createDesktopProcedures({
    desktop: { take: async () => wanted, setMenu() {}, listen() {} },
    journal: {
      get: (submissionId) => (submissionId === id ? submission : null),
      findByJob: (jobId) => (jobId === id ? submission : null),
    },
    views: {
      one: () => ({ submissionId: id, files: states.map((state) => ({ state, fileId })) }) as never,
    },
    recipes: { get: (recipeId) => (recipeId === id ? { ...recipe, touchedAt: 0 } : null) },
  })
}

test('[DESK20] a job leads to its file, or to its run while there is none; a recipe to itself', async () => {
  const wanted = [
    { kind: 'job', jobId: id },
    { kind: 'run', submissionId: id },
    { kind: 'recipe', recipeId: id },
  ] as const
  expect(await open(wanted, ['remote', 'saved'])['desktop.takeOpened']()).toEqual({
    ok: true,
    value: [
      { kind: 'file', fileId },
      { kind: 'file', fileId },
      { kind: 'recipe', recipe: { ...recipe, touchedAt: '1970-01-01T00:00:00.000Z' } },
    ],
  })
  expect(await open(wanted.slice(0, 1), ['remote'])['desktop.takeOpened']()).toEqual({
    ok: true,
    value: [{ kind: 'run', submissionId: id }],
  })
})

test('[DESK20] what is not in this library is missing, and a host without a desktop has nothing to open', async () => {
  const wanted = [
    { kind: 'job', jobId: fileId },
    { kind: 'recipe', recipeId: fileId },
    { kind: 'missing', what: 'link' },
  ] as const
  expect(await open(wanted, [])['desktop.takeOpened']()).toMatchObject({
    value: [
      { kind: 'missing', what: 'job' },
      { kind: 'missing', what: 'recipe' },
      { kind: 'missing', what: 'link' },
    ],
  })
  const without = createDesktopProcedures({ desktop: null } as never)
  expect(await without['desktop.takeOpened']()).toEqual({ ok: true, value: [] })
})
