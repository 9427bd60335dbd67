import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findModel, models } from '../../shared/catalog/index.ts'
import { requestSchema } from '../../shared/catalog/json-schema.ts'
import type { Model } from '../../shared/catalog/model.ts'
import { findProblems } from '../../shared/form/problems.ts'
import { interpretRequest } from './interpret-request.ts'

const url = 'https://example.com/a.png'

function interpret(id: string, body: unknown, now = '2026-11-01T00:00:00Z') {
  return interpretRequest({ model: modelOf(id), body, clock: { now: () => Date.parse(now) } })
}

function modelOf(id: string): Model {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return model
}

test.each(models.map((model) => model.id))('%s accepts a prompt and nothing else', (id) => {
  expect(interpret(id, { prompt: 'a lighthouse' })).toMatchObject({
    ok: true,
    request: { prompt: 'a lighthouse' },
    ends: [],
  })
})

describe('refuses with the name of the field', () => {
  const refusals: [string, Record<string, unknown>, string][] = [
    ['i3', {}, 'prompt: is required.'],
    ['i3', { prompt: '' }, 'prompt: must have at least 1 character.'],
    ['i3', { prompt: 7 }, 'prompt: must be text.'],
    ['i3', { prompt: 'x', colour: 'red' }, 'colour: this model has no such field.'],
    ['i3', { prompt: 'x', aspect_ratio: '7:1' }, 'aspect_ratio: must be one of 21:9, 1:1'],
    ['i3', { prompt: 'x', image_urls: Array(15).fill(url) }, 'image_urls: must have at most 14 elements.'],
    [
      'i3',
      { prompt: 'x', image_urls: ['ftp://a'] },
      'image_urls[0]: must be an http or https URL of at most 1024',
    ],
    ['i1', { prompt: 'x', image_url: `https://e.com/${'a'.repeat(1024)}` }, 'image_url: must be an http'],
    ['i1', { prompt: 'x', styles: [{ id: 's', strength: 3 }] }, 'styles[0].strength: must be at most 2.'],
    ['i1', { prompt: 'x', style_images: [] }, 'style_images: must have at least 1 element.'],
    ['i4', { prompt: 'x', width: 511 }, 'width: must be at least 512.'],
    ['i8', { prompt: 'x', height: 4097 }, 'height: must be at most 4096.'],
    ['v1', { prompt: 'x', duration: 3.9 }, 'duration: must be at least 4.'],
    ['v1', { prompt: 'x', seed: 0.5 }, 'seed: must be a whole number.'],
    ['v1', { prompt: 'x', resolution: '8k' }, 'resolution: must be one of 480p'],
    ['v4', { prompt: 'x'.repeat(4097) }, 'prompt: must have at most 4096 characters.'],
    ['v10', { generate_audio: 'yes' }, 'generate_audio: must be true or false.'],
    ['a1', { prompt: 'x'.repeat(4101) }, 'prompt: must have at most 4100 characters.'],
  ]
  test.each(refusals)('%s %o', (id, body, words) => {
    const response = interpret(id, body)
    expect(response.ok ? '' : response.error).toContain(words)
  })

  test('counts a text as the form does: an astral character is one', () => {
    fc.assert(
      fc.property(fc.constantFrom('v4', 'v7', 'a1'), fc.integer({ min: 4094, max: 4102 }), (id, length) => {
        const prompt = '🦊'.repeat(length)
        const model = modelOf(id)
        const isRight = findProblems(requestSchema(model), { prompt }).length === 0
        expect([id, length, interpret(id, { prompt }).ok]).toEqual([id, length, isRight])
        expect(isRight).toBe(length <= (id === 'a1' ? 4100 : 4096))
      }),
    )
  })

  test('reports all faults at once', () => {
    const response = interpret('i8', { prompt: '', width: 1, size: 2 })
    expect(response.ok ? '' : response.error).toMatch(/prompt: .*width: .*size: /)
  })
})

describe('old names', () => {
  const aliases = models.flatMap((model) => model.aliases.map((alias) => [model.id, alias] as const))

  test.each(aliases)(
    '%s accepts $from until its date and refuses it from then on',
    (id, { from, to, until }) => {
      const value = sampleOf(modelOf(id), to)
      const dayBefore = new Date(Date.parse(`${until}T00:00:00Z`) - 1).toISOString()
      const before = interpret(id, { prompt: 'x', [from]: value }, dayBefore)
      expect(before).toMatchObject({ ok: true, request: { [to]: value }, ends: [until] })
      expect(before.ok && from in before.request).toBe(false)
      const after = interpret(id, { prompt: 'x', [from]: value }, `${until}T00:00:00Z`)
      expect(after).toEqual({ ok: false, error: `${from}: was taken until ${until}; use ${to}.` })
    },
  )

  test('an old name beside its new one is refused', () => {
    const body = { prompt: 'x', imageUrl: url, image_url: url }
    expect(interpret('i1', body, '2026-01-01T00:00:00Z')).toMatchObject({ ok: false })
  })

  test.each([
    ['v8', { startImage: url, image_url: url }, 'start_image'],
    ['i3', { imageUrls: [url], style_images: [url] }, 'image_urls'],
    ['i7', { imageUrls: [url], style_images: [url] }, 'image_urls'],
  ])('%s: two old names of one field are refused, with both and the new one named: %o', (id, old, now) => {
    const response = interpret(id, { prompt: 'x', ...old }, '2026-01-01T00:00:00Z')
    for (const name of [...Object.keys(old), now]) expect(response.ok ? '' : response.error).toContain(name)
  })

  test.each([
    ['instant', 'fast'],
    ['medium', 'high'],
  ])('I6 reads thinking_mode %s as %s until 2026-10-23', (old, now) => {
    const body = { prompt: 'x', thinking_mode: old }
    expect(interpret('i6', body, '2026-10-22T23:59:59.999Z')).toMatchObject({
      ok: true,
      request: { thinking_mode: now },
      ends: ['2026-10-23'],
    })
    expect(interpret('i6', body, '2026-10-23T00:00:00Z')).toMatchObject({ ok: false })
  })
})

test('any JSON is either accepted by the model’s own schema or refused with a message', () => {
  fc.assert(
    fc.property(fc.constantFrom(...models), fc.jsonValue(), (model, body) => {
      const response = interpretRequest({ model, body, clock: { now: () => Date.parse('2026-11-01') } })
      if (response.ok) expect(model.request.safeParse(body).success).toBe(true)
      else expect(response.error).toMatch(/\w.*\.$/)
    }),
  )
})

/** A value that the field accepts. */
function sampleOf(model: Model, field: string): unknown {
  const samples = [url, [url], [{ url }], [{ id: 's' }], true, 3, '16:9', '1:1']
  const shape = model.request.shape as Record<string, { safeParse(value: unknown): { success: boolean } }>
  const found = samples.find((sample) => shape[field]?.safeParse(sample).success)
  if (found === undefined) throw new Error(`No sample for ${field}`)
  return found
}
