import { expect, it } from 'vitest'
import type { ModelDeprecation, ModelSummary } from '../../../../shared/bridge/views.ts'
import { catalogSummaries } from '../../../testing/fixtures.ts'
import { modelsInPlaceOf } from './models-in-place.ts'

const ends = (state: ModelDeprecation['state'], replaced: string | null = null): ModelDeprecation => ({
  ...{ state, sunsetDate: null, cause: null, link: null },
  replacement: replaced === null ? null : { label: replaced, modelId: replaced, path: null },
})

function model(id: string, changes: Partial<ModelSummary> = {}): ModelSummary {
  const [some] = catalogSummaries()
  if (!some) throw new Error('No models.')
  return {
    ...some,
    id,
    label: id,
    kind: 'video',
    path: `/generate/video/acme/${id}`,
    deprecation: null,
    ...changes,
  }
}

const gone = model('gone', { deprecation: ends('sunset', 'next') })
const models = [
  gone,
  model('one'),
  model('still', { kind: 'image' }),
  model('over', { deprecation: ends('sunset') }),
  model('ending', { deprecation: ends('deprecated') }),
  model('pathless', { path: null }),
  model('next'),
]
const idsFor = (summary: ModelSummary | null) =>
  modelsInPlaceOf({ id: 'gone', label: 'gone', summary }, models).map(({ id }) => id)

it('[CAT58] the replacement is offered first, then what makes the same; nothing that has ended or has no path', () => {
  expect(idsFor(gone)).toEqual(['next', 'one', 'ending'])
  expect(idsFor(null)).toEqual(['one', 'still', 'ending', 'next'])
})
