import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { migrateValues } from '../../../../shared/catalog/migrate-values.ts'
import { findProblemsQuickly } from '../../../../shared/form/problems.ts'
import { webUrl } from '../../../../shared/testing/web-url.ts'
import { catalogDetails } from '../../../testing/fixtures.ts'
import { moveValues } from './move-values.ts'

const details = catalogDetails()

function model(id: string): ModelDetail {
  const found = details.find((one) => one.id === id)
  if (!found) throw new Error(`No model ${id}.`)
  return found
}

const image = 'https://media.example/a.png'

it('[CAT55] what fits stays as it is, near values are changed, the rest is left out, and what is new is named', () => {
  const values = { prompt: 'sea', resolution: '512p', duration: 8, end_image: image }
  const moved = moveValues({ from: model('v2'), to: model('v4'), values })
  expect(moved.carried).toEqual(['prompt', 'duration'])
  expect(moved.changed).toEqual([{ from: 'resolution', to: 'resolution', before: '512p', after: '480p' }])
  expect(moved.dropped).toEqual(['end_image'])
  expect(moved.added).toEqual(expect.arrayContaining(['start_video', 'aspect_ratio']))
  expect(moved.values).toEqual({ prompt: 'sea', resolution: '480p', duration: 8 })
})

it('[CAT55] a medium goes where the other model takes one for the same purpose, alone or in a list', () => {
  const one = moveValues({ from: model('i1'), to: model('i3'), values: { image_url: image } })
  expect(one.changed).toEqual([{ from: 'image_url', to: 'image_urls', before: image, after: [image] }])
  const first = moveValues({ from: model('i3'), to: model('i1'), values: { image_urls: [image, 'b'] } })
  expect(first.values).toEqual({ image_url: image })
  const end = moveValues({ from: model('v2'), to: model('i1'), values: { end_image: image } })
  expect([end.values, end.dropped]).toEqual([{}, ['end_image']])
})

it('[CAT55] a length is brought within the bounds, a shape is never replaced by another', () => {
  const moved = moveValues({
    from: model('v4'),
    to: model('v2'),
    values: { duration: 15, aspect_ratio: '1:1' },
  })
  expect([moved.values, moved.dropped]).toEqual([{ duration: 10 }, ['aspect_ratio']])
})

it('[CAT55] old names are taken of either model, and of one that is not known any more', () => {
  const values = { startImage: image, thinking: 1 }
  expect(moveValues({ from: model('v2'), to: model('v6'), values }).values).toEqual({ start_image: image })
  const unknown = moveValues({ from: null, to: model('i3'), values: { prompt: 'sea', image_url: image } })
  expect(unknown.values).toEqual({ prompt: 'sea', image_urls: [image] })
})

it('[CAT55] every value has exactly one end, and what is carried can be sent, for any two models', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...details),
      fc.constantFrom(...details),
      fc.dictionary(
        fc.constantFrom(...new Set(details.flatMap(({ fieldNames }) => fieldNames)), '__proto__', 'toString'),
        fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(webUrl), fc.constant(null)),
      ),
      (from, to, values) => {
        const { values: after, carried, changed, dropped } = moveValues({ from, to, values })
        const joined = migrateValues(from, values).changes.filter(({ kind }) => kind === 'joined').length
        const ends = carried.length + changed.length + dropped.length + joined
        expect(ends).toBe(Object.keys(values).length)
        expect(Object.keys(after).length).toBe(carried.length + changed.length)
        const faults = findProblemsQuickly(to.schema, after).filter(({ path }) =>
          Object.hasOwn(after, String(path[0])),
        )
        expect(faults.filter(({ reason }) => !/^too_|missing|two_sizes/.test(reason.code))).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})
