import { expect, test } from 'vitest'
import { models } from '../shared/catalog/index.ts'
import { findStaleModelsDoc, renderModelsDoc } from './models-doc.ts'

test('a page that differs in one price is out of date', () => {
  const page = renderModelsDoc()
  expect(findStaleModelsDoc(page)).toEqual([])
  expect(findStaleModelsDoc(page.replace('0.3034', '0.3035'))).toHaveLength(1)
})

test('every model, field, alias, note and retired model is on the page', () => {
  const page = renderModelsDoc()
  for (const { id, request, aliases, notes } of models) {
    const section = page.split(`\n## ${id.toUpperCase()}\n`)[1]?.split('\n## ')[0] ?? ''
    for (const field of Object.keys(request.shape)) expect(section).toContain(`| \`${field}\` |`)
    for (const { from, until } of aliases) expect(section).toMatch(new RegExp(`\`${from}\`.*${until}`))
    for (const { text } of notes) expect(section).toContain(text)
  }
  expect(page).toContain('Seedream 3')
})
