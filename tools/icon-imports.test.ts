import { expect, test } from 'vitest'
import { readIndex, splitImports } from './icon-imports.ts'

const index = readIndex(`
export { default as Grid2x2, default as Grid2x2Icon, default as LucideGrid2x2 } from './icons/grid-2x2.mjs';
export { default as LucideX, default as X, default as XIcon } from './icons/x.mjs';
`)

test('each icon is imported from its own module, and types from none', () => {
  const code =
    "import {\n  Grid2x2,\n  type LucideIcon,\n  X as Close,\n} from 'lucide-react'\nimport a from 'a'"
  expect(splitImports(code, index)).toBe(
    "import Grid2x2 from 'lucide-react/icons/grid-2x2'; import Close from 'lucide-react/icons/x'\nimport a from 'a'",
  )
})

test('an icon that the library doesn’t list stops the build', () => {
  expect(() => splitImports("import { Nothing } from 'lucide-react'", index)).toThrow('no icon Nothing')
})
