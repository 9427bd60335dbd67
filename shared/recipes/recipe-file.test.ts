import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Recipe, readRecipeFile, writeRecipeFile } from './recipe-file.ts'

const recipe: Recipe = { name: 'Sea at night', modelId: 'i3', values: { prompt: 'a sea' }, isPinned: true }

test('an export is imported unchanged', () => {
  expect(readRecipeFile(writeRecipeFile([recipe]))).toEqual({ ok: true, recipes: [recipe] })
})

test('any JSON values are preserved', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (made) => {
      const values = JSON.parse(JSON.stringify(made)) as Record<string, unknown>
      const read = readRecipeFile(writeRecipeFile([{ ...recipe, values }]))
      const expected = Object.fromEntries(Object.entries(values).filter(([name]) => name !== '__proto__'))
      expect(read).toEqual({ ok: true, recipes: [{ ...recipe, values: expected }] })
    }),
  )
})

test.each<[string, string, string]>([
  ['no JSON', 'once upon a time', 'not_json'],
  ['other JSON', '{"recipes":[]}', 'not_recipes'],
  ['no recipe in it', '{"format":"atelier-recipes","version":1,"recipes":[]}', 'not_recipes'],
  [
    'a recipe without a name',
    JSON.stringify({ format: 'atelier-recipes', version: 1, recipes: [{ modelId: 'i3', values: {} }] }),
    'not_recipes',
  ],
  ['a version to come', '{"format":"atelier-recipes","version":2,"recipes":{}}', 'newer_version'],
])('%s is refused', (_, text, code) => {
  expect(readRecipeFile(text)).toEqual({ ok: false, code })
})

test('reading any file returns a result', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(readRecipeFile(text).ok).toBe(false)
    }),
  )
})
