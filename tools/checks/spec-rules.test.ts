import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findSpecGaps } from './spec-rules.ts'

const spec = '# Rules\n\n- [RULE1] It ends once.\n- **[RULE2]** It never goes back, see [RULE1].\n'

test('rules that all have a test give no output', () => {
  const root = plantFiles({
    'main/SPEC.md': spec,
    'main/a.test.ts': "test('[RULE1] ends once', () => {})",
    'e2e/b.spec.ts': 'describe.each(rows)(`[RULE2] %s never goes back`, () => {})',
  })
  expect(findSpecGaps(root)).toEqual([])
})

test('a rule without a test is found', () => {
  const root = plantFiles({ 'main/SPEC.md': spec, 'main/a.test.ts': "it('[RULE1] ends once', () => {})" })
  expect(findSpecGaps(root)).toEqual(['main/SPEC.md  [RULE2] has no test'])
})

test('a test that carries an unknown rule is found', () => {
  const root = plantFiles({ 'main/a.test.ts': "test('[RULE9] is made up', () => {})" })
  expect(findSpecGaps(root)).toEqual(['main/a.test.ts  [RULE9] is a rule of no SPEC.md'])
})

test('a duplicate rule is found', () => {
  const root = plantFiles({
    'main/SPEC.md': '- [RULE1] One.\n- [RULE1] Two.\n',
    'main/a.test.ts': "test('[RULE1] one', () => {})",
  })
  expect(findSpecGaps(root)).toEqual(['main/SPEC.md  [RULE1] is stated twice'])
})

test.each([
  ['a skipped test', "test.skip('[RULE1] later', () => {})"],
  ['a planned test', "test.todo('[RULE1] later')"],
  ['a comment', "// test('[RULE1] was here')\ntest('something else', () => {})"],
  ['another call', "log('[RULE1] is no test')"],
])('%s covers no rule', (_, text) => {
  const root = plantFiles({ 'main/SPEC.md': '- [RULE1] One.\n', 'main/a.test.ts': text })
  expect(findSpecGaps(root)).toEqual(['main/SPEC.md  [RULE1] has no test'])
})
