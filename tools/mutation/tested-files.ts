import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseSource, type SyntaxNode } from '../source/syntax-tree.ts'

/**
 * A fault that many distant tests could detect is left to the nearest ones; a survivor would cost running all
 * of them.
 */
const testsAtMost = 3

/** A file to plant faults in, and the tests that can detect them, its own and the nearest first. */
export interface TestedFile {
  readonly path: string
  readonly tests: readonly string[]
}

/**
 * The source files whose path begins with one of `scopes`, each with the tests of its own folder that reach it
 * by their imports, the nearest few. Files with types only have nothing to break but are listed.
 */
export function findTestedFiles(
  root: string,
  files: readonly string[],
  scopes: readonly string[],
): TestedFile[] {
  const isTest = (file: string) => /\.test\.tsx?$/.test(file)
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.(test|test-d)\.tsx?$/.test(file))
  const imports = createImportReader(root)
  return sources
    .filter((path) => scopes.some((scope) => path.startsWith(scope)))
    .map((path) => {
      const near = files.filter((file) => isTest(file) && dirname(file).startsWith(dirname(path)))
      const far = near.flatMap((test) => {
        const steps = stepsTo(path, test, imports)
        const isOwn = test.replace('.test.', '.') === path
        return steps === null ? [] : [{ test, steps: isOwn ? 0 : steps }]
      })
      far.sort((left, right) => left.steps - right.steps)
      return { path, tests: far.slice(0, testsAtMost).map(({ test }) => test) }
    })
}

/** How many imports lead from one file to another; null where none do. */
function stepsTo(wanted: string, from: string, imports: (file: string) => readonly string[]): number | null {
  const seen = new Set([from])
  let ring = [from]
  for (let steps = 0; ring.length > 0; steps += 1) {
    if (ring.includes(wanted)) return steps
    ring = ring.flatMap(imports).filter((file) => !seen.has(file) && seen.add(file))
  }
  return null
}

/** Finds the project files from which a file imports values. */
function createImportReader(root: string): (file: string) => readonly string[] {
  const known = new Map<string, readonly string[]>()
  return (file) => {
    const read = known.get(file) ?? readImports(root, file)
    known.set(file, read)
    return read
  }
}

function readImports(root: string, file: string): string[] {
  if (!/\.tsx?$/.test(file)) return []
  const { body } = parseSource(file, readFileSync(join(root, file), 'utf8'))
  return (body as SyntaxNode[]).flatMap((node) => {
    const source = (node.source as SyntaxNode | null | undefined)?.value
    const isValue = node.typeOnly !== true
    return typeof source === 'string' && source.startsWith('.') && isValue
      ? [join(dirname(file), source)]
      : []
  })
}
