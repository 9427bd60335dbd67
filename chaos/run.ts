import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from './random.ts'
import { barOf, judge, renderTable, type TrialResult } from './report.ts'
import type { Size, Trial } from './trial.ts'
import { trials } from './trials.ts'

interface Arguments {
  readonly wantsJson: boolean
  readonly size: Size
  readonly seed: number
  /** Null: every promise that has a trial. */
  readonly promise: number | null
}

/**
 * Each trial has its own folder and ports, and the short ones mostly wait for time to pass. Full ones measure
 * throughput, and run alone.
 */
const trialsAtOnce: Readonly<Record<Size, number>> = { short: 3, full: 1 }

const usage = 'npm run chaos -- [--json] [--short] [--only PROMISE] [--seed N]'

async function main(): Promise<void> {
  const { wantsJson, size, seed, promise } = readArguments(process.argv.slice(2))
  process.stderr.write(`Seed ${seed}.\n`)
  const chosen = trials.filter((one) => promise === null || one.promise === promise)
  const results = await runAll(chosen, trialsAtOnce[size], (trial) => {
    process.stderr.write(`Promise ${trial.promise}: ${trial.what}…\n`)
    return runTrial(trial, size, seed)
  })
  process.stdout.write(wantsJson ? `${JSON.stringify(results)}\n` : `\n${renderTable(results)}`)
  process.exitCode = results.length > 0 && results.every(({ passed }) => passed) ? 0 : 1
}

/** Runs them in order, so many at once, and returns the results in that order. */
async function runAll(
  chosen: readonly Trial[],
  atOnce: number,
  run: (trial: Trial) => Promise<TrialResult>,
): Promise<TrialResult[]> {
  const results: TrialResult[] = []
  const left = [...chosen.entries()]
  async function takeNext(): Promise<void> {
    for (let next = left.shift(); next; next = left.shift()) results[next[0]] = await run(next[1])
  }
  await Promise.all(Array.from({ length: atOnce }, takeNext))
  return results
}

/** A trial that throws counts as a breach: whether its promise holds is unknown. */
async function runTrial(trial: Trial, size: Size, seed: number): Promise<TrialResult> {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-chaos-'))
  const startedAt = performance.now()
  const atLeast = barOf(trial, size)
  const outcome = await trial
    .run({ atLeast, folder, random: createRandom(seed + trial.promise) })
    .catch((error: unknown) => ({
      counted: {},
      breaches: [`The trial itself broke: ${error instanceof Error ? error.stack : String(error)}`],
    }))
  rmSync(folder, { recursive: true, force: true })
  return judge(trial, atLeast, outcome, (performance.now() - startedAt) / 1000)
}

function readArguments(words: readonly string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        json: { type: 'boolean', default: false },
        short: { type: 'boolean', default: false },
        only: { type: 'string' },
        seed: { type: 'string' },
      },
    })
    const promise = values.only === undefined ? null : Number(values.only)
    if (promise !== null && !trials.some((trial) => trial.promise === promise))
      throw new RangeError(`There is no trial of promise ${values.only}.`)
    const seed = Number(values.seed ?? Date.now() % 1_000_000)
    if (!Number.isSafeInteger(seed)) throw new RangeError(`--seed takes a whole number, not ${values.seed}.`)
    return { wantsJson: values.json, size: values.short ? 'short' : 'full', seed, promise }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}\n`)
    process.exit(2)
  }
}

await main()
