import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findRetiredWords, readRetired } from './retired-words.ts'

const page = [
  '# Glossary',
  '| term | in code |',
  '| `boat` | ship |',
  '## Retired',
  '| pattern | say |',
  '|---|---|',
  '| `\\btak(?:e\\|ing) back\\b` | cancel |',
  '| `\\b[A-Z]\\w*World\\b` | …Deps |',
  '',
].join('\n')

test('retired words are found in code, comments, docs and file names, with their replacements', () => {
  const root = plantFiles({
    'docs/glossary.md': page,
    'main/a.ts': '// Taking back is easy.\nexport interface StudioWorld {}\n',
    'docs/guide.md': 'Take back a boat.',
    'docs/decisions/0001-old.md': 'Take back.',
    'CHANGELOG.md': 'Take back.',
  })
  expect(findRetiredWords(root).sort()).toEqual([
    'docs/guide.md:1  “Take back” is called cancel (docs/glossary.md)',
    'main/a.ts:1  “Taking back” is called cancel (docs/glossary.md)',
    'main/a.ts:2  “StudioWorld” is called …Deps (docs/glossary.md)',
  ])
})

test('names from elsewhere are allowed', () => {
  const root = plantFiles({
    'docs/glossary.md': page,
    'preload/a.ts': 'contextBridge.exposeInMainWorld(name, api)\n',
  })
  expect(findRetiredWords(root)).toEqual([])
})

test('a glossary without the table does not pass silently', () => {
  expect(() => readRetired('# Glossary\n')).toThrow('no table')
})
