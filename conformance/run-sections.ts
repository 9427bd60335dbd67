import { NotTried, type Rule, type Section, Unmet } from './rule.ts'

export type Outcome =
  | { readonly rule: string; readonly outcome: 'ok' }
  | { readonly rule: string; readonly outcome: 'failed'; readonly expected: string; readonly came: string }
  | { readonly rule: string; readonly outcome: 'skipped'; readonly reason: string }

export interface SectionOutcome {
  readonly section: string
  readonly rules: readonly Outcome[]
}

export interface Listener {
  onSection(title: string): void
  onRule(outcome: Outcome): void
}

/** Tests every rule, one after another. */
export async function runSections(
  sections: readonly Section[],
  { onSection, onRule }: Listener,
): Promise<SectionOutcome[]> {
  const outcomes: SectionOutcome[] = []
  for (const { title, rules } of sections) {
    onSection(title)
    const tried: Outcome[] = []
    for (const rule of rules) {
      const outcome = await tryRule(rule)
      tried.push(outcome)
      onRule(outcome)
    }
    outcomes.push({ section: title, rules: tried })
  }
  return outcomes
}

async function tryRule({ rule, check }: Rule): Promise<Outcome> {
  try {
    await check()
    return { rule, outcome: 'ok' }
  } catch (error) {
    if (error instanceof NotTried) return { rule, outcome: 'skipped', reason: error.message }
    if (error instanceof Unmet) {
      const { expected, came } = error
      return { rule, outcome: 'failed', expected, came }
    }
    return { rule, outcome: 'failed', expected: 'an answer', came: describeFailure(error) }
  }
}

/** The message of a failure and of its cause: fetch gives the network's reason only in the cause. */
function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message
}
