import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'docs', 'images')
const mostBytes = 1_500_000

test('[PACK392] each image of the guide has words for it, the outline of what it shows and a spec that takes it, and all are small', () => {
  const guide = readFileSync(join(root, 'docs', 'guide.md'), 'utf8')
  const shown = [...guide.matchAll(/!\[([^\]]*)\]\(images\/([\w-]+)\.jpg\)/g)]
  const names = shown.map(([, , name]) => name).sort()
  expect(names.length).toBeGreaterThan(0)
  for (const [, alt = ''] of shown) expect(alt.length).toBeGreaterThan(20)
  expect(readdirSync(folder).sort()).toEqual(names.flatMap((name) => [`${name}.jpg`, `${name}.txt`]).sort())
  const specs = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'))
  const taken = specs.flatMap((name) => [
    ...readFileSync(join(root, 'e2e', name), 'utf8').matchAll(/guideImage\(page, '([\w-]+)'/g),
  ])
  expect(taken.map(([, name]) => name).sort()).toEqual(names)
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
  expect(bytes).toBeLessThan(mostBytes)
})
