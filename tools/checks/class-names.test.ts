import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findUnknownClasses } from './class-names.ts'

const imports = "import styles from './row.module.css'\n"

test('a class that its style sheet does not have is named with its file', () => {
  const root = plantFiles({
    'renderer/row.module.css': '.row:hover > .name[data-on="true"] { color: red; }',
    'renderer/row.tsx': `${imports}const a = [styles.row, styles.name, styles.gone]`,
  })
  expect(findUnknownClasses(root)).toEqual(['renderer/row.tsx  ./row.module.css has no .gone'])
})

test('a name that only looks like a style sheet’s is ignored', () => {
  const root = plantFiles({
    'renderer/styles.module.css': '.row { color: red; }',
    'renderer/row.tsx':
      "import styles from './styles.module.css'\nconst a = [styles.row, words.styles.add, words?.styles.add]",
  })
  expect(findUnknownClasses(root)).toEqual([])
})
