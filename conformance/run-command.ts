import { BadArguments, type Options, readOptions } from './options.ts'
import { describePlan } from './plan.ts'
import type { Outcome, SectionOutcome } from './run-sections.ts'
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

/** The output of --help. */
const help = `Tries the rules of the interface on a service, over HTTP alone.

  npm run conformance -- --url URL --key KEY [options]

  --url URL           the service
  --key KEY           an API key; what it generates is billed
  --usage-key KEY     a workspace service key, for GET /usage
  --style ID          a style that the key's identity owns; it is shared with the workspace
  --paths FILE        JSON of model ids and paths, where {url}/openapi.json doesn't tell them
  --only SECTION      the sections whose title contains this; may be repeated
  --dry-run           shows the rules and what they would cost, and sends no request but for the description
  --json              one JSON value on standard output
  --wait SECONDS      how long a job may take (600)
  --unsigned          the service is declared to send webhooks without a signature
  --webhook-url URL   where a service elsewhere reaches --webhook-port on this machine
  --webhook-port N    the port that receives webhooks (a free one)
  --control           the service offers /__sandbox/ (clock, balance, faults, keys, seed, models, styles,
                      usage-jobs, media). It is a service to throw away: its clock is moved and stopped, its
                      balance set, its usage filled

Exit codes: 0 every rule that could be tried is kept, 1 one is broken, 2 bad arguments or nothing to try on.
`

const labels = { ok: 'ok      ', failed: 'FAILED  ', skipped: 'skipped ' } as const

/** One rule in a line; below it the expected and the actual result, or why it was skipped. */
function describeOutcome(outcome: Outcome): string {
  const line = `  ${labels[outcome.outcome]}${outcome.rule}`
  switch (outcome.outcome) {
    case 'ok':
      return line
    case 'failed':
      return `${line}\n            expected ${outcome.expected}\n            came     ${outcome.came}`
    case 'skipped':
      return `${line}: ${outcome.reason}`
  }
}

type Counts = Readonly<Record<'passed' | 'failed' | 'skipped', number>>

function countOutcomes(sections: readonly SectionOutcome[]): Counts {
  const all = sections.flatMap((section) => section.rules)
  const count = (kind: Outcome['outcome']) => all.filter(({ outcome }) => outcome === kind).length
  return { passed: count('ok'), failed: count('failed'), skipped: count('skipped') }
}

function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`
}
