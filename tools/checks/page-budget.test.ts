import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findPageExcess, mostFirstScriptBytes, mostFormScriptBytes } from './page-budget.ts'

/** A built page with chunks of so many incompressible bytes. */
function build(sizes: Readonly<Record<'entry' | 'main' | 'shared' | 'fields' | 'lazy', number>>): string {
  const root = mkdtempSync(join(tmpdir(), 'atelier-page-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'dist', 'renderer')
  mkdirSync(folder, { recursive: true })
  for (const [name, bytes] of Object.entries(sizes))
    writeFileSync(join(folder, `${name}.js`), randomBytes(bytes))
  writeFileSync(join(folder, 'index.html'), '<!doctype html>')
  const chunks = {
    'index.html': { file: 'entry.js', isEntry: true, dynamicImports: ['_main.js'] },
    '_main.js': { file: 'main.js', imports: ['_shared.js'], dynamicImports: ['lazy.tsx'] },
    '_shared.js': { file: 'shared.js', imports: ['_main.js'] },
    'lazy.tsx': { file: 'lazy.js', imports: ['_main.js'] },
    '_form.js': { file: 'fields.js', name: 'form', imports: ['_main.js'] },
  }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(chunks))
  return root
}

const half = mostFirstScriptBytes / 2

test('a page within its budget passes, whatever is loaded on demand', () => {
  expect(
    findPageExcess(build({ entry: 1000, main: half, shared: 1000, fields: 1000, lazy: 1_000_000 })),
  ).toEqual([])
})

test('imports of the first chunk count, and the excess is reported with the largest first', () => {
  const [said, ...rest] = findPageExcess(
    build({ entry: 10, main: half, shared: half + 1, fields: 10, lazy: 10 }),
  )
  expect(rest).toEqual([])
  expect(said).toMatch(
    /needs \d+ bytes of gzipped script, \d+ too many: shared\.js \d+, main\.js \d+, entry\.js/,
  )
})

test('the fields of Create have a budget of their own', () => {
  const fields = mostFormScriptBytes - half
  const [said, ...rest] = findPageExcess(build({ entry: 10, main: half, shared: 10, fields, lazy: 10 }))
  expect(rest).toEqual([])
  expect(said).toMatch(/^Create with its fields needs \d+ bytes of gzipped script, \d+ too many: fields\.js/)
})

test('a build without the chunk of Create’s form fails', () => {
  const root = build({ entry: 1, main: 1, shared: 1, fields: 1, lazy: 1 })
  writeFileSync(
    join(root, 'dist', 'renderer', 'manifest.json'),
    JSON.stringify({ 'index.html': { file: 'entry.js' } }),
  )
  expect(() => findPageExcess(root)).toThrow('no chunk called form')
})

test('a page that is not built is not checked, and one without a manifest fails', () => {
  const root = build({ entry: 1, main: 1, shared: 1, fields: 1, lazy: 1 })
  rmSync(join(root, 'dist', 'renderer', 'manifest.json'))
  expect(findPageExcess(root)).toEqual(['dist/renderer has no manifest.json. Run: npm run build'])
  rmSync(join(root, 'dist', 'renderer', 'index.html'))
  expect(findPageExcess(root)).toEqual([])
})

test('a part that imports the page’s entry is named', () => {
  const root = build({ entry: 1, main: 1, shared: 1, fields: 1, lazy: 1 })
  const chunks = {
    'index.html': { file: 'entry.js', isEntry: true },
    'lazy.tsx': { file: 'lazy.js', imports: ['index.html'] },
    '_form.js': { file: 'fields.js', name: 'form' },
  }
  writeFileSync(join(root, 'dist', 'renderer', 'manifest.json'), JSON.stringify(chunks))
  expect(findPageExcess(root)).toEqual([expect.stringMatching(/^lazy\.tsx .* imports the page’s entry/)])
})
