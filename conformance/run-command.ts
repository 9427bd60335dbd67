import { help } from './help.ts'
import { BadArguments, type Options, readOptions } from './options.ts'
import { describePlan } from './plan.ts'
import { countOutcomes, describeCounts, describeOutcome } from './report.ts'
import { prepareTrial, type Trial } from './try-service.ts'

const exitCodes = { kept: 0, broken: 1, badArguments: 2 } as const

/** Where output is written. */
export interface Output {
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
}

/** Tests the rules of the interface on a service; returns the exit code. */
export async function runCommand(words: readonly string[], output: Output): Promise<number> {
  try {
    return await tryCommand(words, output)
  } catch (error) {
    if (!(error instanceof BadArguments)) throw error
    output.printError(error.message)
    return exitCodes.badArguments
  }
}

async function tryCommand(words: readonly string[], output: Output): Promise<number> {
  if (words.includes('--help')) {
    output.print(help.trimEnd())
    return exitCodes.kept
  }
  const options = readOptions(words)
  const trial = await prepareTrial(options)
  try {
    return options.dryRun ? showPlan(options, trial, output) : await tryAll(options, trial, output)
  } finally {
    trial.close()
  }
}

/** The rules that would be tested and their cost; nothing is sent. */
function showPlan({ json }: Options, { plan, sections }: Trial, { print }: Output): number {
  const named = sections.map(({ title, rules }) => ({ section: title, rules: rules.map(({ rule }) => rule) }))
  if (json) print(JSON.stringify({ plan, sections: named }))
  else {
    for (const { section, rules } of named) print([section, ...rules.map((rule) => `  ${rule}`)].join('\n'))
    print(`\n${describePlan(plan)}`)
  }
  return exitCodes.kept
}

async function tryAll(
  { json }: Options,
  { plan, run }: Trial,
  { print, printError }: Output,
): Promise<number> {
  printError(describePlan(plan))
  const outcomes = await run({
    onSection: (title) => json || print(`\n${title}`),
    onRule: (outcome) => json || print(describeOutcome(outcome)),
  })
  const counts = countOutcomes(outcomes)
  print(json ? JSON.stringify({ ...counts, plan, sections: outcomes }) : `\n${describeCounts(counts)}`)
  return counts.failed > 0 ? exitCodes.broken : exitCodes.kept
}
