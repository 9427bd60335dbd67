import { expect, it } from 'vitest'
import { catalogSummaries } from '../../../testing/fixtures.ts'
import type { Restored } from '../composer/draft.ts'
import { openModel } from './open-model.ts'
import type { Restoration, Unusable } from './restore-settings.ts'

const unchanged: Restored = { values: {}, before: {}, changes: [], dropped: [] }
const changed: Restored = {
  ...unchanged,
  before: { thinking_mode: 'instant' },
  changes: [{ kind: 'value', field: 'thinking_mode', from: 'instant', to: 'fast' }],
}

function open(restored: Restored | null, modelId: string | null) {
  const said: (Restoration | Unusable | null)[] = []
  const undone: string[] = []
  const deps = {
    models: catalogSummaries(),
    recipes: { say: (outcome: Restoration | Unusable | null) => void said.push(outcome) },
    form: {
      store: { getState: () => ({ modelId }) } as never,
      choose: async () => restored,
      remember: (requested: string) => async () => void undone.push(requested),
    },
  }
  return { said, undone, deps }
}

it('withdraws what was said of earlier settings, and reports nothing for an unchanged or unreadable draft', async () => {
  for (const restored of [unchanged, null]) {
    const { said, deps } = open(restored, null)
    await openModel(deps, 'i6')
    expect(said).toEqual([null])
  }
})

it('reports the changes of a draft with the old values; without an earlier form there is no undo', async () => {
  const { said, deps } = open(changed, 'i6')
  await openModel(deps, 'i6')
  expect(said).toMatchObject([
    null,
    {
      isDraft: true,
      changes: changed.changes,
      recipe: { modelId: 'i6', values: changed.before },
      undo: null,
    },
  ])
})

it('[FORM16] reports media that came back with a draft', async () => {
  const cameBack = { start_image: 'https://a.example/1.png' }
  const { said, deps } = open({ ...unchanged, cameBack }, 'i3')
  await openModel(deps, 'v1')
  expect(said.at(-1)).toMatchObject({ isDraft: true, cameBack })
})

it('undo restores the model that was in the form', async () => {
  const { said, undone, deps } = open(changed, 'v1')
  await openModel(deps, 'i6')
  const outcome = said.at(-1)
  if (outcome?.kind === 'restored') await outcome.undo?.()
  expect(undone).toEqual(['i6'])
})
