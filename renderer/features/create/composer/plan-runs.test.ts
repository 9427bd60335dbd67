import { expect, it } from 'vitest'
import { findModel } from '../../../../shared/catalog/index.ts'
import { modelDetail } from '../../../testing/fixtures.ts'
import { createPlanner, narrowingFields } from './plan-runs.ts'

const model = findModel('v1')
if (!model) throw new Error('No model v1')
const detail = modelDetail(model)
const sunset = {
  state: 'sunset',
  sunsetDate: '2026-04-27',
  cause: null,
  replacement: null,
  link: null,
} as const
const form = { detail, values: { prompt: 'a fox' }, runs: 1, bracesAreWords: false, axes: null, details: {} }

it('sends escaped braces without their backslash, and leaves braces that are words as they are written', () => {
  const plan = createPlanner()
  const prompts = (prompt: string, bracesAreWords = false) =>
    plan({ ...form, values: { prompt }, bracesAreWords }).runs.map((run) => run.values.prompt)
  expect(prompts(String.raw`a \{red\|blue\} fox`)).toEqual(['a {red|blue} fox'])
  expect(prompts('a {red|blue} fox', true)).toEqual(['a {red|blue} fox'])
  expect(prompts('a {red} fox')).toEqual(['a {red} fox'])
})

it('makes at most as many runs as are sent at once, and says how many there would be', () => {
  const plan = createPlanner()
  const seeds = Array.from({ length: 250 }, (_, index) => index)
  const axis = { kind: 'field' as const, field: 'duration', values: [4, 5] }
  const sheet = (values: number[]) =>
    plan({ ...form, axes: [axis, { kind: 'field', field: 'seed', values }] })
  expect(sheet(seeds)).toMatchObject({ count: 500, problem: null })
  expect(sheet([...seeds, 250])).toMatchObject({ runs: [], problem: { kind: 'too-many', count: 502 } })
})

it('leaves a field to the service where an axis says so', () => {
  const axes = [{ kind: 'field' as const, field: 'resolution', values: [null, '480p'] }]
  const runs = createPlanner()({ ...form, values: { prompt: 'a fox', resolution: '720p' }, axes }).runs
  expect(runs.map((run) => run.values)).toEqual([
    { prompt: 'a fox' },
    { prompt: 'a fox', resolution: '480p' },
  ])
})

it('suggests comparing the prompts where the prompt of a sheet has wildcards', () => {
  const axes = [{ kind: 'field' as const, field: 'resolution', values: ['480p'] }]
  const plan = createPlanner()({ ...form, values: { prompt: '{a|b}' }, axes })
  expect(plan).toMatchObject({ runs: [], problem: { kind: 'wildcards', count: 2 } })
})

it('[PRICE22] offers only fields that the form can set and that would narrow its price', () => {
  const detailOf = (id: string) => {
    const found = findModel(id)
    if (!found) throw new Error(`No model ${id}`)
    return modelDetail(found)
  }
  const narrowed = (ids: readonly [string, ...string[]], values: Record<string, unknown>) => {
    const details = Object.fromEntries(ids.map((id) => [id, detailOf(id)]))
    const axes = ids.length > 1 ? [{ kind: 'model' as const, modelIds: [...ids] }] : null
    const input = { ...form, detail: detailOf(ids[0]), values, axes, details }
    return narrowingFields(createPlanner()(input), input)
  }
  expect(narrowed(['v7'], {})).toEqual(['duration', 'resolution'])
  expect(narrowed(['v7'], { duration: 5 })).toEqual(['resolution'])
  expect(narrowed(['i3', 'i2', 'i6'], {})).toEqual([])
  const set = { resolution: '720p', duration: 3 }
  expect(createPlanner()({ ...form, detail: detailOf('v5'), values: {} }).total.fields).not.toEqual([])
  expect(narrowed(['v7', 'v5', 'v10'], set)).toEqual([])
})

it('has no price while a field that it depends on is invalid, and one while another is invalid or missing', () => {
  const plan = createPlanner()
  const withValues = (values: Record<string, unknown>) => plan({ ...form, values, runs: 2 })
  expect(withValues({ duration: 99, seed: 0.5 })).toMatchObject({
    count: 2,
    unpriced: ['duration'],
    total: { runs: 0, maxMicroUsd: 0 },
  })
  const priced = { unpriced: [], total: { runs: 2, minMicroUsd: 3_034_000, maxMicroUsd: 3_034_000 } }
  expect(withValues({ duration: 5, resolution: '720p', seed: 0.5 })).toMatchObject(priced)
})

it('[SHEET30] a compared model that has ended keeps everything from being sent', () => {
  const ended = { ...detail, id: 'v5', deprecation: sunset }
  const plan = createPlanner()({
    ...form,
    axes: [{ kind: 'model', modelIds: ['v1', 'v5'] }],
    details: { v5: ended },
  })
  expect(plan).toMatchObject({ runs: [], problem: { kind: 'ended', modelId: 'v5' } })
})
