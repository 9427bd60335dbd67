import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { phases } from './phases/phases.ts'
import { addTallies, describeSkipped, describeTally, type Skipped, type Tally } from './report.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { only, filters } = readArguments(process.argv.slice(2))
const folder = mkdtempSync(join(tmpdir(), 'atelier-test-'))
const tallies: Tally[] = []
// Hundreds of programs are started, and half of a start is compiling unchanged TypeScript.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'atelier', 'compiled')
const skipped: Skipped[] = []

for (const phase of phases.filter(({ name }) => only === null || name === only)) {
  const startedAt = performance.now()
  process.stdout.write(`\n— ${phase.name}\n`)
  const outcome = await phase.run({ root, folder, filters, print: (text) => process.stdout.write(text) })
  tallies.push(outcome)
  skipped.push(...outcome.reasons)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  process.stdout.write(`— ${phase.name}: ${describeTally(outcome)} in ${seconds} s\n`)
}

rmSync(folder, { recursive: true, force: true })
const sum = addTallies(tallies)
if (skipped.length > 0) process.stdout.write(`\nSkipped:\n${describeSkipped(skipped)}`)
process.stdout.write(`\n${describeTally(sum)}\n`)
process.exitCode = sum.failed > 0 ? 1 : 0

/** `--only NAME` runs one phase; the remaining arguments go to its runner as filters. */
function readArguments(args: readonly string[]): { only: string | null; filters: string[] } {
  const [flag, name, ...filters] = args
  if (flag === undefined) return { only: null, filters: [] }
  if (flag === '--only' && phases.some((phase) => phase.name === name)) return { only: name ?? null, filters }
  process.stderr.write(
    `Nothing can be tested by ${args.join(' ')}: --only ${phases.map((phase) => phase.name).join('|')} [filter].\n`,
  )
  process.exit(2)
}
