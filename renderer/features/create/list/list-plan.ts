import { mostRunsOfBatch } from '../../../../shared/bridge/run-bounds.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import type { JsonSchema } from '../../../../shared/catalog/json-schema.ts'
import { migrateValues, type ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import { type Problem, problemsOfQuickly } from '../../../../shared/form/problems.ts'
import { setOver } from '../../../../shared/form/size-or-ratio.ts'
import { createEstimator } from '../../../../shared/pricing/estimator.ts'
import { expandPrompt } from '../../../../shared/prompts/expand-prompt.ts'
import { type ListProblem, readList } from '../../../../shared/prompts/read-list.ts'
import type { Words } from '../../../words/words-context.tsx'
import type { Values } from '../composer/draft.ts'
import type { PlannedRun } from '../composer/plan-runs.ts'
import { createShownReader } from './shown-values.ts'

/** One row of a pasted list: a run that can be sent, or why it can't. */
export interface PlannedRow {
  /** From 1, where the row begins. */
  readonly line: number
  readonly values: Values
  readonly run: PlannedRun | null
  readonly problem: Problem | ListProblem['code'] | null
  /** Old names and values that were replaced; absent where there were none. */
  readonly changes?: readonly ValueChange[]
  /** Its prompt has choices such as `{red|blue}`, which the form would expand and a list doesn't (PROMPT61). */
  readonly hasChoices?: true
}

/**
 * Applies every row over the form's values and checks it, as far as fast checks can. Pauses every few
 * milliseconds, so that a long list keeps the page responsive; null where it was aborted.
 */
export async function planList(
  text: string,
  detail: ModelDetail,
  values: Values,
  signal: AbortSignal,
  words: Pick<Words, 'fields'>,
): Promise<PlannedRow[] | null> {
  const { rows, problems } = readList(text, withOldNames(detail))
  const estimate = createEstimator(detail)
  const readShown = createShownReader(detail, words)
  const planned: PlannedRow[] = problems.map(({ line, code }) => ({
    line,
    values: {},
    run: null,
    problem: code,
  }))
  const rest = createRest(signal)
  for (const row of rows) {
    const { values: present, changes } = migrateValues(detail, row.values)
    const own = readShown(present)
    const whole = setOver(values, own)
    const [problem = null] = problemsOfQuickly(detail.schema, whole)
    const run = problem ? null : { modelId: detail.id, values: whole, estimate: estimate(whole) }
    planned.push({
      line: row.line,
      values: own,
      run,
      problem,
      ...(changes.length > 0 && { changes }),
      ...(run && hasChoices(whole) && { hasChoices: true }),
    })
    await rest()
    if (signal.aborted) return null
  }
  return signal.aborted ? null : planned.sort((left, right) => left.line - right.line)
}

function hasChoices({ prompt }: Values): boolean {
  return typeof prompt === 'string' && prompt.includes('|') && expandPrompt(prompt).count > 1
}

/** The request with its old names, under which a table may name its columns at any date (RECIPE9). */
export function withOldNames({ schema, aliases }: ModelDetail): JsonSchema {
  const { properties = {} } = schema
  const old = aliases.flatMap(({ from, to }): [string, JsonSchema][] => {
    const field = Object.hasOwn(properties, to) ? properties[to] : undefined
    return field ? [[from, field]] : []
  })
  return old.length === 0 ? schema : { ...schema, properties: { ...Object.fromEntries(old), ...properties } }
}

const longestWorkMs = 8

/** Lets the page respond, each few milliseconds of long work; stops doing so once that is aborted. */
export function createRest(signal: AbortSignal): () => Promise<void> | null {
  let restedAt = performance.now()
  return () => {
    if (signal.aborted || performance.now() - restedAt < longestWorkMs) return null
    return new Promise((resolve) =>
      setTimeout(() => {
        restedAt = performance.now()
        resolve()
      }),
    )
  }
}

/** The person's choice where not all of a list can be sent. */
export interface ListChoices {
  /** Rows that can't be sent are left out. */
  readonly leavesOut: boolean
  /** Beyond the limit, only the first rows are sent. */
  readonly onlyFirst: boolean
}

export interface ChosenRuns {
  /** Every row that can be sent. */
  readonly all: readonly PlannedRun[]
  /** Those that Generate would send. */
  readonly runs: readonly PlannedRun[]
  /** The line where the last of those begins; 0 where there is none. */
  readonly lastLine: number
  /** How many rows can't be sent. */
  readonly wrong: number
  /** Whether no choice is needed. */
  readonly isReady: boolean
}

/** The part of a list to be sent. */
export function chooseRuns(rows: readonly PlannedRow[], { leavesOut, onlyFirst }: ListChoices): ChosenRuns {
  const good = rows.flatMap(({ line, run }) => (run ? [{ line, run }] : []))
  const chosen = onlyFirst ? good.slice(0, mostRunsOfBatch) : good
  const all = good.map(({ run }) => run)
  const runs = chosen.map(({ run }) => run)
  const wrong = rows.length - all.length
  const isReady = runs.length > 0 && runs.length <= mostRunsOfBatch && (wrong === 0 || leavesOut)
  return { all, runs, lastLine: chosen.at(-1)?.line ?? 0, wrong, isReady }
}
