import { describe, expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findLiteralWords, findLiteralWordsIn } from './literal-words.ts'

function wordsIn(jsx: string): string[] {
  return findLiteralWordsIn('renderer/x.tsx', `// Größe\nexport function X() {\n  return ${jsx}\n}\n`)
}

describe('words in components', () => {
  test.each([
    ['text between tags', '<p>Hello there</p>'],
    ['text in a fragment', '<>Hello there</>'],
    ['a label', '<button aria-label="Hello there" />'],
    ['a label in braces', "<button title={'Hello there'} />"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text to be read.
    ['a placeholder made of pieces', '<input placeholder={`Hello there ${n}`} />'],
    ['a branch', "<p>{on ? 'Hello there' : words.off}</p>"],
    ['what stands in for nothing', "<p>{words.on ?? 'Hello there'}</p>"],
    ['what follows a condition', "<p>{on && 'Hello there'}</p>"],
    ['what is added up', "<p>{'Hello there' + name}</p>"],
    ['a property of one of our components', '<Field label="Hello there" />'],
  ])('%s is found with its line', (_, jsx) => {
    expect(wordsIn(jsx)).toEqual(['renderer/x.tsx:3  "Hello there" belongs in renderer/words'])
  })

  test.each([
    ['a class name', '<p className="stage wide" />'],
    ['a role', '<p role="status" />'],
    ['what the catalogue says', '<p aria-label={words.title}>{words.body(3)}</p>'],
    ['signs and numbers', '<p>{count} / 4 × · 9:16</p>'],
    ['the name of the product', '<h1>Atelier</h1>'],
    ['a comparison', "<p>{kind === 'image' ? words.image : words.video}</p>"],
  ])('%s is ignored', (_, jsx) => {
    expect(wordsIn(jsx)).toEqual([])
  })

  test('only the page’s components are searched, and not their tests', () => {
    const root = plantFiles({
      'renderer/a.tsx': 'export const A = () => <p>Planted words</p>',
      'renderer/a.test.tsx': 'export const A = () => <p>Planted words</p>',
      'renderer/testing/b.tsx': 'export const A = () => <p>Planted words</p>',
      'main/c.tsx': 'export const A = () => <p>Planted words</p>',
    })
    expect(findLiteralWords(root)).toEqual(['renderer/a.tsx:1  "Planted words" belongs in renderer/words'])
  })
})
