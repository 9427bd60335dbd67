import { describe, expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findEngineSentences, findEngineSentencesIn } from './engine-sentences.ts'

function sentencesIn(expression: string): string[] {
  return findEngineSentencesIn('main/engine/x.ts', `// Größe\nexport const said =\n  ${expression}\n`)
}

describe('sentences in the engine', () => {
  test.each([
    ['a refusal', "refuse('not_found', 'There is no such run.')", 'There is no such run.'],
    ['one without its full stop', "{ sentence: 'The library is empty' }", 'The library is empty'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text to be read.
    ['one made of pieces', 'fail(`The port ${port} is taken`)', 'The port … is taken'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is source text to be read.
    ['one that begins with a value', '`${path} leaves the data folder.`', '… leaves the data folder.'],
    ['an error that may be shown', "new Error('The disk is on fire')", 'The disk is on fire'],
    ['a branch', "ok ? null : 'A page is refused.'", 'A page is refused.'],
  ])('%s is found with its line', (_, expression, words) => {
    expect(sentencesIn(expression)).toEqual([
      `main/engine/x.ts:3  ${JSON.stringify(words)} belongs in words, behind a code of shared/failures`,
    ])
  })

  test.each([
    ['a code', "reasonOf('run_unknown')"],
    ['what goes to a log', "deps.log.warn('The file could not be kept.')"],
    ['SQL', "database.prepare('SELECT count(*) AS n FROM files WHERE kind = ?')"],
    ['a header', "{ Authorization: 'Bearer x', Accept: 'text/html, text/plain' }"],
    ['a route', "routes['GET files']"],
    ['one word', "'Atelier.'"],
  ])('%s is none', (_, expression) => {
    expect(sentencesIn(expression)).toEqual([])
  })

  test('the engine, the adapters and what all share are searched, and not their tests or words', () => {
    const planted = "export const said = 'Planted words are here.'"
    const root = plantFiles({
      'main/engine/a.ts': planted,
      'main/infra/a.ts': planted,
      'main/studio.ts': planted,
      'shared/form/a.ts': planted,
      'main/engine/a.test.ts': planted,
      'main/testing/a.ts': planted,
      'main/hosts/a.ts': planted,
      'shared/words/en/a.ts': planted,
      'shared/catalog/a.ts': planted,
    })
    expect(findEngineSentences(root).map((line) => line.split(':')[0])).toEqual([
      'main/engine/a.ts',
      'main/infra/a.ts',
      'main/studio.ts',
      'shared/form/a.ts',
    ])
  })
})
