import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Phase } from './phases/phase.ts'
import { stages } from './phases/phases.ts'
import { createPrintTurns } from './phases/print-turns.ts'
import { addTallies, describeSkipped, describeTally, type Skipped, type Tally } from './report.ts'
import { makeScratchFolder } from './scratch-folder.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const phases = stages.flat(2)
const { only, filters } = readArguments(process.argv.slice(2))
const folder = makeScratchFolder()
const tallies: Tally[] = []
// Hundreds of programs are started, and half of a start is compiling unchanged TypeScript.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules', '.cache', 'atelier', 'compiled')
const skipped: Skipped[] = []

const turns = createPrintTurns((text) => process.stdout.write(text))

for (const stage of stages) await Promise.all(stage.map(runLane))

const sum = addTallies(tallies)
if (skipped.length > 0) process.stdout.write(`\nSkipped:\n${describeSkipped(skipped)}`)
process.stdout.write(`\n${describeTally(sum)}\n`)
process.exitCode = sum.failed > 0 ? 1 : 0

async function runLane(lane: readonly Phase[]): Promise<void> {
  for (const phase of lane) {
    if (only === null || phase.name === only) await runPhase(phase)
  }
}

async function runPhase({ name, run }: Phase): Promise<void> {
  const startedAt = performance.now()
  const { print, end } = turns.begin()
  print(`\n— ${name}\n`)
  const outcome = await run({ root, folder, filters, print }).catch((error: unknown) => {
    print(`${error instanceof Error ? error.stack : String(error)}\n`)
    return { passed: 0, failed: 1, skipped: 0, reasons: [] }
  })
  tallies.push(outcome)
  skipped.push(...outcome.reasons)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  print(`— ${name}: ${describeTally(outcome)} in ${seconds} s\n`)
  end()
}

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
