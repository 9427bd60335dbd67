import { expect, test } from 'vitest'
import { ownTexts, saySchema } from './own-texts.ts'

test('the catalogue’s own texts are its names, its sentences, its notes and the descriptions of its fields', () => {
  const texts = ownTexts()
  expect(texts).toEqual(
    expect.arrayContaining([
      'Music',
      'Affordable medium-quality images',
      'Where the service describes this model, there may be more settings.',
      'Higher follows the prompt more strictly.',
      'a newer image model of the same vendor',
    ]),
  )
  expect(new Set(texts).size).toBe(texts.length)
})

test('a schema is translated in its titles and descriptions only, whatever its fields are called', () => {
  const schema = {
    type: 'object',
    properties: {
      title: { type: 'string', description: 'a title', const: 'title' },
      description: { type: 'array', items: { title: 'an item' }, default: 'x' },
    },
  }
  expect(saySchema(schema, (text) => text.toUpperCase())).toEqual({
    type: 'object',
    properties: {
      title: { type: 'string', description: 'A TITLE', const: 'title' },
      description: { type: 'array', items: { title: 'AN ITEM' }, default: 'x' },
    },
  })
})
