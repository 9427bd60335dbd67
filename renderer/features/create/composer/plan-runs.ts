import { mostRunsOfBatch } from '../../../../shared/bridge/run-bounds.ts'
import type { Sheet, SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import { type Estimate, wrongPriceFields } from '../../../../shared/pricing/estimate.ts'
import { createEstimator } from '../../../../shared/pricing/estimator.ts'
import { fieldsOf, type Total, totalOf } from '../../../../shared/pricing/total.ts'
import { type ExpandedPrompt, expandPrompt } from '../../../../shared/prompts/expand-prompt.ts'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import { createFitter, type Fitter, problemsAtOnce, takes, type Values, withValue } from './draft.ts'

/** One run as it would be confirmed. */
export interface PlannedRun {
  readonly modelId: string
  readonly values: Values
  readonly estimate: Estimate
}

/** Why nothing can be confirmed yet. */
export type PlanProblem =
  | { readonly kind: 'too-many'; readonly count: number }
  | { readonly kind: 'empty-axis' }
  /** A compared model has no such field, or does not accept one of the compared values. */
  | { readonly kind: 'lacks'; readonly modelId: string; readonly field: string }
  /** A compared model has ended. */
  | { readonly kind: 'ended'; readonly modelId: string }
  | { readonly kind: 'wildcards'; readonly count: number }
  | { readonly kind: 'loading' }

/** Everything that Generate would make. */
export interface Plan {
  /** How many runs were requested, including those beyond the limit. */
  readonly count: number
  /** Empty where there is a problem. */
  readonly runs: readonly PlannedRun[]
  readonly total: Total
  /** Invalid fields that the price depends on: until they are fixed there is none. */
  readonly unpriced: readonly string[]
  readonly sheet: Sheet | null
  readonly problem: PlanProblem | null
  /** By model id: wire names of set fields that the model doesn't accept. */
  readonly dropped: ReadonlyMap<string, readonly string[]>
  /** The prompts that wildcards generate; null where there are none, or where they are words. */
  readonly wildcards: ExpandedPrompt | null
}

export interface PlanInput {
  readonly detail: ModelDetail
  readonly values: Values
  readonly runs: number
  readonly bracesAreWords: boolean
  /** Null where nothing is compared. */
  readonly axes: readonly SheetAxis[] | null
  /** The compared models, as far as they are read. */
  readonly details: Readonly<Record<string, ModelDetail>>
}

interface KnownModel {
  readonly estimate: (values: Values) => Estimate
  readonly fitTo: Fitter
  /** Whether it doesn't accept everything that an axis compares. */
  readonly lacks: WeakMap<SheetAxis, boolean>
}

/** The form's values, as far as a model accepts them. */
interface Base {
  readonly values: Values
  readonly dropped: readonly string[]
  /** A compared field whose values the model doesn't accept; null where it accepts all. */
  readonly lacks: string | null
}

/** Calculates what Generate would make, in far less than a frame: results for unchanged inputs are cached. */
export function createPlanner(): (input: PlanInput) => Plan {
  const models = new WeakMap<ModelDetail, KnownModel>()

  function know(detail: ModelDetail): KnownModel {
    const known = models.get(detail) ?? {
      estimate: createEstimator(detail),
      fitTo: createFitter(detail.schema),
      lacks: new WeakMap(),
    }
    models.set(detail, known)
    return known
  }

  function planFormRuns({ detail, values, runs, bracesAreWords }: PlanInput): Plan {
    const wildcards = bracesAreWords ? null : wildcardsOf(values)
    const count = Math.min(Number.MAX_SAFE_INTEGER, runs * (wildcards?.count ?? 1))
    if (count > mostRunsOfBatch) return { ...noPlan({ kind: 'too-many', count }), count, wildcards }
    const estimate = know(detail).estimate(values)
    const each = (some: Values) => Array.from({ length: runs }, () => planned(detail, some, estimate))
    const planRuns = wildcards
      ? wildcards.take(wildcards.count).flatMap((prompt) => each(withValue(values, 'prompt', prompt)))
      : each(bracesAreWords ? values : withPlainPrompt(values))
    const unpriced = wrongPriceFields(detail, problemsAtOnce(detail, values))
    const total = unpriced.length > 0 ? totalOf([]) : totalOfRuns(planRuns)
    return { ...noPlan(null), count, runs: planRuns, total, unpriced, wildcards }
  }

  function planSheet(input: PlanInput, axes: readonly SheetAxis[]): Plan {
    const count = axes.reduce((product, axis) => product * lengthOf(axis), 1)
    const refuse = (problem: PlanProblem): Plan => ({ ...noPlan(problem), count })
    if (axes.length === 0 || count === 0) return refuse({ kind: 'empty-axis' })
    if (count > mostRunsOfBatch) return refuse({ kind: 'too-many', count })
    const wildcards = input.bracesAreWords || comparesField(axes, 'prompt') ? null : wildcardsOf(input.values)
    if (wildcards) return { ...refuse({ kind: 'wildcards', count: wildcards.count }), wildcards }
    const runs: PlannedRun[] = []
    const bases = new Map<string, Base>()
    for (const { modelId, set } of cellsOf(axes, input.detail.id)) {
      const detail = modelId === input.detail.id ? input.detail : input.details[modelId]
      if (!detail) return refuse({ kind: 'loading' })
      if (detail.deprecation?.state === 'sunset') return refuse({ kind: 'ended', modelId })
      const base = bases.get(modelId) ?? layBase(detail, input, axes)
      bases.set(modelId, base)
      if (base.lacks !== null) return refuse({ kind: 'lacks', modelId, field: base.lacks })
      const values = Object.entries(set).reduce(
        (some, [name, value]) => withValue(some, name, value ?? undefined),
        base.values,
      )
      runs.push(planned(detail, values, know(detail).estimate(values)))
    }
    const dropped = new Map([...bases].map(([modelId, base]) => [modelId, base.dropped]))
    return { ...noPlan(null), count, runs, total: totalOfRuns(runs), sheet: { axes: [...axes] }, dropped }
  }

  /** The common part of a model's cells, checked once for all of them. */
  function layBase(detail: ModelDetail, input: PlanInput, axes: readonly SheetAxis[]): Base {
    const { fitTo, lacks } = know(detail)
    const fitted = fitTo(input.bracesAreWords ? input.values : withPlainPrompt(input.values))
    const lacking = axes.find((axis) => {
      if (axis.kind === 'model') return false
      const isLacking = lacks.get(axis) ?? !takesAll(detail, axis)
      lacks.set(axis, isLacking)
      return isLacking
    })
    return {
      values: fitted.values,
      dropped: fitted.dropped.filter((name) => !comparesField(axes, name)),
      lacks: lacking?.kind === 'field' ? lacking.field : null,
    }
  }

  return (input) => (input.axes ? planSheet(input, input.axes) : planFormRuns(input))
}

function planned({ id }: ModelDetail, values: Values, estimate: Estimate): PlannedRun {
  return { modelId: id, values, estimate }
}

function noPlan(problem: PlanProblem | null): Plan {
  return {
    count: 0,
    runs: [],
    total: totalOf([]),
    unpriced: [],
    sheet: null,
    problem,
    dropped: new Map(),
    wildcards: null,
  }
}

function totalOfRuns(runs: readonly PlannedRun[]): Total {
  return totalOf(runs.map((run) => run.estimate))
}

function wildcardsOf({ prompt }: Values): ExpandedPrompt | null {
  if (typeof prompt !== 'string' || !prompt.includes('|')) return null
  const expanded = expandPrompt(prompt)
  return expanded.count > 1 ? expanded : null
}

/** Escaped braces are sent without their backslash, with or without wildcards. */
function withPlainPrompt(values: Values): Values {
  const { prompt } = values
  return typeof prompt === 'string' && /\\[{|}]/.test(prompt)
    ? withValue(values, 'prompt', expandPrompt(prompt).take(1)[0])
    : values
}

/** Every model that has the field accepts leaving it to the service. */
export function takesAll(
  { schema, fieldNames }: ModelDetail,
  { field, values }: Extract<SheetAxis, { kind: 'field' }>,
): boolean {
  return values.every((value) => (value === null ? fieldNames.includes(field) : takes(schema, field, value)))
}

export function comparesField(axes: readonly SheetAxis[] | null, field: string): boolean {
  return axes?.some((axis) => axis.kind === 'field' && axis.field === field) ?? false
}

/**
 * The fields that the form can still set and that would narrow its price, by PRICE5; of compared models only where one
 * accepts a value that the form offers.
 */
export function narrowingFields(
  { runs }: Pick<Plan, 'runs'>,
  { detail, values, axes, details }: Pick<PlanInput, 'detail' | 'values' | 'axes' | 'details'>,
): string[] {
  const offered = requestFields(detail.schema)
  const estimates = new Map(runs.map(({ modelId, estimate }) => [estimate, modelId]))
  const open = [...estimates].flatMap(([estimate, modelId]) => {
    const model = modelId === detail.id ? null : details[modelId]
    return fieldsOf(estimate).filter((name) => {
      const options = ownMember(offered, name)?.enum
      return !model || !options || options.some((option) => takes(model.schema, name, option))
    })
  })
  return [...new Set(open)].filter(
    (name) =>
      Object.hasOwn(offered, name) && ownMember(values, name) === undefined && !comparesField(axes, name),
  )
}

interface Cell {
  readonly modelId: string
  /** The values of the axes; null leaves the field to the service. */
  readonly set: Values
}

/** Row by row: the first axis is horizontal, the second vertical. */
function cellsOf(axes: readonly SheetAxis[], modelId: string): Cell[] {
  return axes
    .toReversed()
    .reduce<Cell[]>(
      (cells, axis) => cells.flatMap((cell) => stepsOf(axis).map((step) => merge(cell, step))),
      [{ modelId, set: {} }],
    )
}

function stepsOf(axis: SheetAxis): Partial<Cell>[] {
  if (axis.kind === 'model') return axis.modelIds.map((modelId) => ({ modelId }))
  return axis.values.map((value) => ({ set: { [axis.field]: value } }))
}

function merge(cell: Cell, step: Partial<Cell>): Cell {
  return { modelId: step.modelId ?? cell.modelId, set: { ...cell.set, ...step.set } }
}
