import fc from 'fast-check'
import { expect, test } from 'vitest'
import { freeName, mayHoldRecipes, nameRecipeFile, suggestName } from './recipe-files.ts'

const today = new Date('2026-11-21T12:00:00Z')

test('a file of one recipe has its name, a file of several has the date', () => {
  expect(nameRecipeFile([{ name: 'Sea: at/night?' }], today)).toBe('Sea at night.recipe.json')
  expect(nameRecipeFile([{ name: '...' }], today)).toBe('recipe.recipe.json')
  expect(nameRecipeFile([], today)).toBe('atelier-recipes-2026-11-21.json')
  expect(nameRecipeFile([{ name: 'a' }, { name: 'b' }], today)).toBe('atelier-recipes-2026-11-21.json')
})

test('whatever a recipe is called, its file stays in its folder', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      expect(nameRecipeFile([{ name }], today)).toMatch(/^[^/\\:<>"|?*\p{Cc}.][^/\\:<>"|?*\p{Cc}]*$/u)
    }),
  )
})

test('settings without a name are named by the start of their prompt, else by their model', () => {
  expect(suggestName('A lighthouse in fog, long exposure', 'Fast images')).toBe('A lighthouse in fog')
  expect(suggestName('  ', 'Fast images')).toBe('Fast images')
  expect(suggestName(undefined, 'Fast images')).toBe('Fast images')
  expect(suggestName('word '.repeat(40), '').length).toBeLessThan(50)
})

test('a suggested name is never empty and always fits', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 3000 }), (prompt) => {
      const name = suggestName(prompt, 'Model').trim()
      expect(name.length).toBeGreaterThan(0)
      expect(name.length).toBeLessThanOrEqual(200)
    }),
  )
})

test('only JSON may hold recipes', () => {
  expect(mayHoldRecipes('application/json')).toBe(true)
  expect(mayHoldRecipes('', 'mine.JSON')).toBe(true)
  expect(mayHoldRecipes('', 'mine.atelier-recipe')).toBe(true)
  expect(mayHoldRecipes('image/png', 'mine.json')).toBe(false)
})

test('[RUN91] a suggested name is one that nothing has', () => {
  const taken = new Set(['Sea', 'Sea 2'])
  expect(freeName('Sea', (name) => taken.has(name))).toBe('Sea 3')
  expect(freeName('Lake', (name) => taken.has(name))).toBe('Lake')
})

test('[DESK22] a desktop saves recipes under the extension that the system opens with Atelier', () => {
  const today = new Date('2026-11-27T10:00:00Z')
  expect(nameRecipeFile([{ name: 'A red boat' }], today, true)).toBe('A red boat.atelier-recipe')
  expect(nameRecipeFile([], today, true)).toBe('atelier-recipes-2026-11-27.atelier-recipe')
})
