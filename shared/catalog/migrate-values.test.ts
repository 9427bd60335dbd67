import { expect, test } from 'vitest'
import { findModel, models } from './index.ts'
import { migrateValues } from './migrate-values.ts'

function migrate(id: string, values: Record<string, unknown>) {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return migrateValues(model, values)
}

test('old names become today’s, with their values', () => {
  expect(migrate('v1', { prompt: 'a', startImage: 'https://a.example/x.png', aspectRatio: '1:1' })).toEqual({
    values: { prompt: 'a', start_image: 'https://a.example/x.png', aspect_ratio: '1:1' },
    changes: [
      { kind: 'renamed', from: 'startImage', to: 'start_image' },
      { kind: 'renamed', from: 'aspectRatio', to: 'aspect_ratio' },
    ],
  })
})

test('where old and new name are both set, the new one holds', () => {
  expect(migrate('i4', { guidance_scale_flux: 2, guidance_scale: 5 })).toEqual({
    values: { guidance_scale: 5 },
    changes: [{ kind: 'superseded', from: 'guidance_scale_flux', to: 'guidance_scale' }],
  })
})

test('renamed values of I6 become today’s', () => {
  expect(migrate('i6', { thinking_mode: 'instant' })).toEqual({
    values: { thinking_mode: 'fast' },
    changes: [{ kind: 'value', field: 'thinking_mode', from: 'instant', to: 'fast' }],
  })
  expect(migrate('i6', { thinking_mode: 'medium' }).values).toEqual({ thinking_mode: 'high' })
  expect(migrate('i6', { thinking_mode: 'high' }).changes).toEqual([])
})

test('what has no row stays as it is, also a name that every object has', () => {
  const values = { prompt: 'a', constructor: 'b', unheard_of: 1 }
  expect(migrate('i6', values)).toEqual({ values, changes: [] })
})

test.each(models.flatMap((model) => model.aliases.map((alias) => ({ model, ...alias }))))(
  '$model.id: $from becomes $to',
  ({ model, from, to }) => {
    expect(migrateValues(model, { [from]: 'x' }).values).toEqual({ [to]: 'x' })
  },
)
