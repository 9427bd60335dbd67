import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BrokenTree, createBrokenTree } from './broken-tree.ts'
import type { ExplainedSurvivor } from './explained-survivors.ts'
import { describeMutant, findMutants, type MutantView, plant } from './find-mutants.ts'
import type { TestedFile } from './tested-files.ts'

/** Of CPU time, for tests without a fault. */
const soundPatienceMs = 300_000

export interface FileOutcome {
  readonly path: string
  readonly mutants: number
  readonly killed: number
  readonly explained: number
  readonly survivors: readonly MutantView[]
  /** Explanations for this file that no survivor needs any more. */
  readonly stale: readonly ExplainedSurvivor[]
}

export interface MutateFiles {
  readonly root: string
  /** The files that the tests need, by their path from the root. */
  readonly tree: readonly string[]
  readonly tested: readonly TestedFile[]
  readonly explained: readonly ExplainedSurvivor[]
  readonly workers: number
  /** Where no test ends within so many milliseconds of CPU time, they hang. */
  readonly patienceMs: number
  /** Called for each survivor without an explanation. */
  onSurvivor(path: string, survivor: MutantView): void
  onFile(outcome: FileOutcome): void
}

/**
 * Plants every fault of every file, one at a time, in copies of the tree; throws where tests fail without any.
 */
export async function mutateFiles(given: MutateFiles): Promise<void> {
  const { root, tree, tested, workers } = given
  const copies = Array.from({ length: workers }, () => createBrokenTree(root, tree))
  try {
    for (const file of tested) given.onFile(await mutateFile(copies, file, given))
  } finally {
    for (const copy of copies) copy.close()
  }
}

async function mutateFile(
  copies: readonly BrokenTree[],
  { path, tests }: TestedFile,
  { root, explained, patienceMs, onSurvivor }: MutateFiles,
): Promise<FileOutcome> {
  const known = explained.filter(({ file }) => file === path)
  const isExplained = (view: MutantView) => known.some((row) => isSame(row, view))
  const text = readFileSync(join(root, path), 'utf8')
  const mutants = findMutants(path, text)
  const sound = mutants.length === 0 ? 'passed' : await copies[0]?.tryText(path, text, tests, soundPatienceMs)
  if (sound !== 'passed') throw new Error(`The tests of ${path} don’t pass as they are: ${tests.join(', ')}.`)
  const rest = mutants.values()
  const lasting: MutantView[] = []
  const plantRest = async (copy: BrokenTree) => {
    for (const mutant of rest) {
      const verdict = await copy.tryText(path, plant(text, mutant), tests, patienceMs)
      if (verdict !== 'passed') continue
      const view = describeMutant(text, mutant)
      lasting.push(view)
      if (!isExplained(view)) onSurvivor(path, view)
    }
    copy.restore(path)
  }
  await Promise.all(copies.map(plantRest))
  const survivors = lasting.filter((view) => !isExplained(view))
  return {
    path,
    mutants: mutants.length,
    killed: mutants.length - lasting.length,
    explained: lasting.length - survivors.length,
    survivors: survivors.sort((left, right) => left.at - right.at),
    stale: known.filter((row) => !lasting.some((view) => isSame(row, view))),
  }
}

function isSame(row: ExplainedSurvivor, view: MutantView): boolean {
  return row.line === view.line && row.becomes === view.becomes
}
