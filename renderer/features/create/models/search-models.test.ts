import { describe, expect, it } from 'vitest'
import { catalogSummaries } from '../../../testing/fixtures.ts'
import { chooseFirstModel } from '../composer/open-last.ts'
import { groupModels, matchesModel, takesOf } from './search-models.ts'

const models = catalogSummaries()

function found(query: string): string[] {
  return models.filter((model) => matchesModel(model, query)).map((model) => model.id)
}

describe('the model picker', () => {
  it('finds by the beginnings of words, in any order', () => {
    expect(found('legible small')).toEqual(['i2'])
    expect(found('older')).toEqual(['v2'])
  })

  it('finds by id', () => {
    expect(found('a1')).toEqual(['a1'])
  })

  it('finds everything with an empty query', () => {
    expect(found('  ')).toHaveLength(models.length)
  })

  it('groups by kind, ended models last', () => {
    const [first, ...rest] = models
    if (!first) throw new Error('No models')
    const deprecation = {
      state: 'sunset',
      sunsetDate: '2026-04-27',
      cause: null,
      replacement: null,
      link: null,
    } as const
    const groups = groupModels([{ ...first, deprecation }, ...rest])
    expect(groups.map((group) => group.kind)).toEqual(['image', 'video', 'audio'])
    expect(groups.find((group) => group.kind === first.kind)?.items.at(-1)?.id).toBe(first.id)
  })

  it('shows a model’s inputs from its fields', () => {
    const v1 = models.find((model) => model.id === 'v1')
    expect(v1 && takesOf(v1)).toEqual(['startImage', 'endImage', 'references', 'audio'])
  })
})

describe('the first model', () => {
  it('is the default one', () => {
    expect(chooseFirstModel(models)?.id).toBe('i3')
  })

  it('is one that can be reached', () => {
    const only = models.map((model) => (model.id === 'v4' ? model : { ...model, path: null }))
    expect(chooseFirstModel(only)?.id).toBe('v4')
  })

  it('is null where there are none', () => {
    expect(chooseFirstModel([])).toBeNull()
  })
})
