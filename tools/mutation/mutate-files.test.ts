import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { listProjectFiles } from '../source/project-files.ts'
import { plantFiles } from '../testing/plant-files.ts'
import type { ExplainedSurvivor } from './explained-survivors.ts'
import { type FileOutcome, mutateFiles } from './mutate-files.ts'
import { findTestedFiles } from './tested-files.ts'

const projectRoot = fileURLToPath(new URL('../..', import.meta.url))

/** A project in which `atMost` is tested at its bound only, and `stop` throughout. */
const files = {
  'package.json': '{ "type": "module" }',
  'src/at-most.ts': 'export const atMost = (a: number, b: number) => (a < b ? a : b)\n',
  'src/at-most.test.ts': `
    import { expect, test } from 'vitest'
    import { atMost } from './at-most.ts'
    import './stop.ts'
    test('at the bound', () => expect(atMost(2, 1)).toBe(1))
  `,
  'src/stop.ts': `
    import type { atMost } from './at-most.ts'
    export function stop(work: { isDone: boolean; end(): void }): boolean {
      while (!work.isDone) work.end()
      return work.isDone
    }
  `,
  'src/stop.test.ts': `
    import { expect, test } from 'vitest'
    import { stop } from './stop.ts'
    test('stops', () => {
      const work = { isDone: false, end: () => void Object.assign(work, { isDone: true }) }
      expect(stop(work)).toBe(true)
    })
  `,
}

function plantProject(changes: Record<string, string> = {}): string {
  const root = plantFiles({ ...files, ...changes })
  symlinkSync(join(projectRoot, 'node_modules'), join(root, 'node_modules'))
  return root
}

async function mutate(root: string, explained: readonly ExplainedSurvivor[] = []): Promise<FileOutcome[]> {
  const tree = listProjectFiles(root)
  const tested = findTestedFiles(root, tree, ['src/'])
  const outcomes: FileOutcome[] = []
  await mutateFiles({
    root,
    tree,
    tested,
    explained,
    workers: 1,
    patienceMs: 2_000,
    onSurvivor: () => undefined,
    onFile: (outcome) => outcomes.push(outcome),
  })
  return outcomes
}

const line = 'export const atMost = (a: number, b: number) => (a < b ? a : b)'

// Each fault takes a run of vitest, and one of them hangs.
test('a fault that tests detect, or that makes them hang, is no survivor; each other one is shown', async () => {
  const root = plantProject()
  const known = { file: 'src/at-most.ts', line, becomes: line.replace('<', '<=') }
  const old = { file: 'src/at-most.ts', line, becomes: line.replace('<', '==') }
  const [first, second] = await mutate(root, [
    { ...known, reason: 'At the bound both are the same.' },
    { ...old, reason: 'It is there no more.' },
  ])
  expect(first).toMatchObject({ path: 'src/at-most.ts', mutants: 4, killed: 2, explained: 1 })
  expect(first?.survivors).toEqual([{ at: 1, line, becomes: line.replace('a < b', 'false') }])
  expect(first?.stale).toMatchObject([old])
  expect(second).toMatchObject({ path: 'src/stop.ts', mutants: 3, killed: 3 })
  expect(readFileSync(join(root, 'src/at-most.ts'), 'utf8')).toBe(files['src/at-most.ts'])
}, 60_000)

test('tests that fail without a fault say nothing', async () => {
  const root = plantProject({
    'src/at-most.test.ts': files['src/at-most.test.ts'].replace('toBe(1)', 'toBe(2)'),
  })
  await expect(mutate(root)).rejects.toThrow('The tests of src/at-most.ts don’t pass as they are')
}, 60_000)

test('a file’s tests are those of its folder that reach it by imports of values, its own first', () => {
  const root = plantProject({ 'src/deep/far.test.ts': "import '../stop.ts'\n" })
  const found = findTestedFiles(root, listProjectFiles(root), ['src/'])
  expect(found).toEqual([
    { path: 'src/at-most.ts', tests: ['src/at-most.test.ts'] },
    { path: 'src/stop.ts', tests: ['src/stop.test.ts', 'src/at-most.test.ts', 'src/deep/far.test.ts'] },
  ])
})
