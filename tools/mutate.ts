import { fileURLToPath } from 'node:url'
import { explainedSurvivors } from './mutation/explained-survivors.ts'
import { type FileOutcome, mutateFiles } from './mutation/mutate-files.ts'
import { findTestedFiles } from './mutation/tested-files.ts'
import { listProjectFiles } from './source/project-files.ts'

/** The default scopes: prefixes of the mutated files' paths. */
const usualScopes = [
  'shared/pricing/',
  'main/engine/webhooks/',
  'main/engine/submissions/',
  'main/engine/polling/',
  'main/engine/recovery/',
  'main/engine/service/service-gate',
  'main/engine/service/retry-after',
  'main/engine/job-intake',
  'main/engine/run-pipeline',
]

const root = fileURLToPath(new URL('..', import.meta.url))
const files = listProjectFiles(root)
const named = process.argv.slice(2)
const tested = findTestedFiles(root, files, named.length > 0 ? named : usualScopes)
if (tested.length === 0) {
  process.stderr.write(`No source's path begins as ${named.join(' or ')} does.\n`)
  process.exit(2)
}

// Ending it leaves no copies behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

const outcomes: FileOutcome[] = []
await mutateFiles({
  root,
  tree: files,
  tested,
  explained: explainedSurvivors,
  workers: Number(process.env.ATELIER_MUTATE_WORKERS ?? 2),
  patienceMs: 10_000,
  onSurvivor: (path, { at, line, becomes }) =>
    process.stdout.write(`  ${path}:${at}\n  - ${line}\n  + ${becomes}\n`),
  onFile(outcome) {
    outcomes.push(outcome)
    if (outcome.mutants > 0) process.stdout.write(describeFile(outcome))
  },
})
const sum = (of: (outcome: FileOutcome) => number) =>
  outcomes.reduce((total, outcome) => total + of(outcome), 0)
const [mutants, killed, explained] = [
  sum((one) => one.mutants),
  sum((one) => one.killed),
  sum((one) => one.explained),
]
const left = mutants - killed - explained
process.stdout.write(`\n${killed} of ${mutants} noticed, ${explained} explained, ${left} survived\n`)
process.exitCode = left > 0 || outcomes.some(({ stale }) => stale.length > 0) ? 1 : 0

function describeFile({ path, mutants, killed, explained, stale }: FileOutcome): string {
  const needless = stale.map(
    ({ line, becomes }) => `  explained, but noticed:\n  - ${line}\n  + ${becomes}\n`,
  )
  return `${path}: ${killed} of ${mutants} noticed, ${explained} explained\n${needless.join('')}`
}
