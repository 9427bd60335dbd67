import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findStaleCatalogIndex } from '../catalog-index.ts'
import { findStaleModelsDoc } from '../models-doc.ts'
import { runTool } from '../run-tool.ts'
import { findBridgeCalls } from './bridge-calls.ts'
import { findUnknownClasses } from './class-names.ts'
import { findEngineSentences, findStaleAllowances } from './engine-sentences.ts'
import { findTypeErrors } from './environments.ts'
import { findInstallerFaults } from './installers.ts'
import { findLiteralWords } from './literal-words.ts'
import { findLockfileGaps } from './lockfile-gaps.ts'
import { findMachineNames } from './machine-names.ts'
import { findPageExcess } from './page-budget.ts'
import { findReleaseExcess } from './release-size.ts'
import { findRetiredWords } from './retired-words.ts'
import { findLicenseFaults } from './shipped-licenses.ts'
import { findSpecGaps } from './spec-rules.ts'
import { findMisusedProperties } from './style-properties.ts'
import { findMissingWords } from './word-folders.ts'
import { findWorkflowFaults } from './workflows.ts'

/** One part of `npm run check`: returns the faults, empty where there are none. */
export interface Check {
  readonly name: string
  readonly run: (root: string) => Promise<string> | string
}

export interface CheckOutcome {
  readonly name: string
  readonly passed: boolean
  /** The faults, for a person. */
  readonly output: string
  readonly milliseconds: number
}

const sources = [
  'shared',
  'main',
  'preload',
  'renderer',
  'sandbox',
  'conformance',
  'e2e',
  'bench',
  'chaos',
  'tools',
]

/** Every check, the longest first so that two at a time end together. */
const checks: readonly Check[] = [
  { name: 'types', run: (root) => findTypeErrors(root) },
  {
    name: 'imports',
    run: (root) =>
      runTool(root, 'dependency-cruiser/bin/dependency-cruiser.mjs', [
        '--config',
        '.dependency-cruiser.mjs',
        ...sources.filter((source) => existsSync(join(root, source))),
      ]),
  },
  { name: 'unused', run: (root) => runTool(root, 'knip/bin/knip.js', ['--no-progress']) },
  {
    name: 'style',
    run: (root) =>
      runTool(root, '@biomejs/biome/bin/biome', [
        'check',
        '--error-on-warnings',
        '--diagnostic-level=warn',
        '.',
      ]),
  },
  { name: 'spec rules', run: (root) => lines(findSpecGaps(root)) },
  { name: 'words in components', run: (root) => lines(findLiteralWords(root)) },
  {
    name: 'sentences in the engine',
    run: (root) => lines([...findEngineSentences(root), ...findStaleAllowances(root)]),
  },
  { name: 'retired words', run: (root) => lines(findRetiredWords(root)) },
  { name: 'bridge in components', run: (root) => lines(findBridgeCalls(root)) },
  { name: 'class names', run: (root) => lines(findUnknownClasses(root)) },
  { name: 'style properties', run: (root) => lines(findMisusedProperties(root)) },
  { name: 'word folders', run: (root) => lines(findMissingWords(root)) },
  { name: 'models.md', run: () => lines(findStaleModelsDoc()) },
  { name: 'catalog index', run: (root) => lines(findStaleCatalogIndex(root)) },
  { name: 'lockfile', run: (root) => lines(findLockfileGaps(root)) },
  { name: 'page budget', run: (root) => lines(findPageExcess(root)) },
  { name: 'installers', run: (root) => lines(findInstallerFaults(root)) },
  { name: 'licenses', run: (root) => lines(findLicenseFaults(root)) },
  { name: 'release size', run: (root) => lines(findReleaseExcess(root)) },
  { name: 'workflows', run: async (root) => lines(await findWorkflowFaults(root)) },
  { name: 'machine names', run: (root) => lines(findMachineNames(root)) },
]

/** Runs all checks, two at a time, and reports each as it ends. A check that throws has failed. */
export async function runChecks(
  root: string,
  onOutcome: (outcome: CheckOutcome) => void,
  table: readonly Check[] = checks,
): Promise<CheckOutcome[]> {
  const waiting = [...table]
  const outcomes: CheckOutcome[] = []
  const work = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const outcome = await runCheck(check, root)
      outcomes.push(outcome)
      onOutcome(outcome)
    }
  }
  await Promise.all([work(), work()])
  return outcomes
}

async function runCheck({ name, run }: Check, root: string): Promise<CheckOutcome> {
  const startedAt = performance.now()
  const output = await Promise.resolve()
    .then(() => run(root))
    .catch(
      (error: unknown) => `The check itself broke: ${error instanceof Error ? error.stack : String(error)}\n`,
    )
  return { name, passed: output === '', output, milliseconds: performance.now() - startedAt }
}

function lines(problems: readonly string[]): string {
  return problems.map((problem) => `${problem}\n`).join('')
}
