import { describe, expect, it } from 'vitest'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { catalogSummaries } from '../../../testing/fixtures.ts'
import { modelsTaking } from './models-taking.ts'

const models = catalogSummaries()
const idsOf = (groups: ReturnType<typeof modelsTaking>) =>
  groups.map(({ kind, models: some }) => [kind, some.map(({ id }) => id)])
const offering = { kinds: ['image'], wish: null, except: null, first: null, preferred: [] } as const

describe('the models for a file', () => {
  it('[ACT7] are all that take it, by what they make, the form’s kind first', () => {
    const groups = modelsTaking(models, { ...offering, first: 'video' })
    expect(groups.map(({ kind }) => kind)).toEqual(['video', 'image'])
    const listed = groups.flatMap(({ models: some }) => some)
    const taking = models.filter(({ fieldNames }) => fieldNames.some((name) => /image/.test(name)))
    expect(new Set(listed)).toEqual(new Set(taking))
    expect(listed.length).toBeGreaterThan(8)
  })

  it('[ACT7] are only those that can be used', () => {
    const [first, second, ...others] = models as [ModelSummary, ModelSummary, ...ModelSummary[]]
    const [{ models: left } = { models: [] }] = modelsTaking(
      [{ ...first, path: null }, second, ...others].filter(({ kind }) => kind === first.kind),
      { ...offering, except: second.id },
    )
    expect(left).not.toContainEqual(expect.objectContaining({ id: first.id }))
    expect(left).not.toContainEqual(expect.objectContaining({ id: second.id }))
  })

  it('[ACT7] begin with the preferred ones, in their order, and keep the catalogue’s for the rest', () => {
    const wish = { role: 'start', making: 'video' } as const
    const [[, all] = ['', []]] = idsOf(modelsTaking(models, { ...offering, wish }))
    const preferred = [all[3], all[1]].map(String)
    const [[, ordered] = ['', []]] = idsOf(
      modelsTaking(models, { ...offering, wish, preferred: ['i3', ...preferred] }),
    )
    expect(ordered).toEqual([...preferred, ...[...all].filter((id) => !preferred.includes(id))])
  })

  it('[ACT6] make videos where it is to be animated', () => {
    const groups = modelsTaking(models, { ...offering, wish: { role: 'start', making: 'video' } })
    expect(groups.map(({ kind }) => kind)).toEqual(['video'])
  })

  it('[ACT5] have an input for what it is wanted as', () => {
    const end = modelsTaking(models, { ...offering, wish: { role: 'end', making: null } })
    const withEnd = models.filter(({ fieldNames }) => fieldNames.includes('end_image')).map(({ id }) => id)
    expect(idsOf(end)).toEqual([['video', withEnd]])
    const video = modelsTaking(models, {
      ...offering,
      kinds: ['video'],
      wish: { role: 'reference', making: null },
    })
    expect(idsOf(video)).toEqual([['video', ['v1', 'v3']]])
  })
})
