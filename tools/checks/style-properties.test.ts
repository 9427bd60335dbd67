import { expect, test } from 'vitest'
import { plantFiles } from '../testing/plant-files.ts'
import { findMisusedProperties } from './style-properties.ts'

test('[UI311] a custom property that nothing sets, and a length as a color, are named with their file', () => {
  const root = plantFiles({
    'renderer/ui/tokens.css': ':root { --control: 28px; --fill: oklch(1 0 0); }',
    'renderer/row.module.css':
      '.row { width: var(--control); background: var(--control); color: var(--gone); }',
  })
  expect(findMisusedProperties(root)).toEqual([
    'renderer/row.module.css  nothing sets --gone',
    'renderer/row.module.css  --control is a length, not a color',
  ])
})

test('[UI311] what a component sets is known', () => {
  const root = plantFiles({
    'renderer/row.module.css': '.row { width: var(--level); color: var(--hue); background: var(--fill) }',
    'renderer/ui/tokens.css': ':root { --fill: oklch(1 0 0); }',
    'renderer/row.tsx': "const style = { '--level': 1, ['--hue']: 'red' }",
  })
  expect(findMisusedProperties(root)).toEqual([])
})
