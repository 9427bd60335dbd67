import { help } from './help.ts'
import { BadArguments, type Options, readOptions } from './options.ts'
import { describePlan } from './plan.ts'
import { countOutcomes, describeCounts, describeOutcome } from './report.ts'
import { prepareTrial, type Trial } from './try-service.ts'

const exitCodes = { kept: 0, broken: 1, badArguments: 2 } as const

/** Tests the rules of the interface on a service; returns the exit code. */
async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    process.stdout.write(help)
    return exitCodes.kept
  }
  const options = readOptions(words)
  const trial = await prepareTrial(options)
  try {
    return options.dryRun ? showPlan(options, trial) : await tryAll(options, trial)
  } finally {
    trial.close()
  }
}

/** The rules that would be tested and their cost; nothing is sent. */
function showPlan({ json }: Options, { plan, sections }: Trial): number {
  const named = sections.map(({ title, rules }) => ({ section: title, rules: rules.map(({ rule }) => rule) }))
  if (json) print(JSON.stringify({ plan, sections: named }))
  else {
    for (const { section, rules } of named) print([section, ...rules.map((rule) => `  ${rule}`)].join('\n'))
    print(`\n${describePlan(plan)}`)
  }
  return exitCodes.kept
}

async function tryAll({ json }: Options, { plan, run }: Trial): Promise<number> {
  process.stderr.write(`${describePlan(plan)}\n`)
  const outcomes = await run({
    onSection: (title) => json || print(`\n${title}`),
    onRule: (outcome) => json || print(describeOutcome(outcome)),
  })
  const counts = countOutcomes(outcomes)
  print(json ? JSON.stringify({ ...counts, plan, sections: outcomes }) : `\n${describeCounts(counts)}`)
  return counts.failed > 0 ? exitCodes.broken : exitCodes.kept
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  if (!(error instanceof BadArguments)) throw error
  process.stderr.write(`${error.message}\n`)
  return exitCodes.badArguments
})
