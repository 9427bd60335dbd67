import type { z } from 'zod'
import type { ModelDetail } from '../bridge/views.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'
import { requestFields, requiredFields } from '../form/request-fields.ts'
import { boundText } from '../json/bound-text.ts'
import { canonical } from '../json-schema/equality.ts'
import { ownMember } from '../own-member.ts'
import { priceFields } from '../pricing/estimate.ts'
import type { PricePoint, PriceTable } from '../pricing/price-table.ts'
import { boundNames, changeBounds, type modelChangesSchema } from './change-schemas.ts'

/** What is different about one model between two readings of a description, in codes. */
export type ModelChanges = z.infer<typeof modelChangesSchema>
export type ModelChange = ModelChanges['changes'][number]

/** What is compared of a model; the texts about it are not. */
export type ComparedModel = Pick<
  ModelDetail,
  'id' | 'kind' | 'label' | 'path' | 'schema' | 'pricing' | 'aliases'
>

type PriceRow = Extract<ModelChange, { kind: 'price' }>['rows'][number]

/**
 * Compares two readings of a description, by model; equal ones have no entry. A model whose endpoint moved is found again
 * by its headline, where that is its own. Models of changes of money come first, then those that are gone, then as the description has them.
 */
export function compareModels(
  before: readonly ComparedModel[],
  after: readonly ComparedModel[],
): ModelChanges[] {
  const steps = comparing(before, after)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** The same in steps of one model, between which a caller may rest. */
export function* comparing(
  before: readonly ComparedModel[],
  after: readonly ComparedModel[],
): Generator<void, ModelChanges[]> {
  const [old, now] = [offered(before), offered(after)]
  const gone = [...old.values()].filter(({ id }) => !now.has(id))
  const added = [...now.values()].filter(({ id }) => !old.has(id))
  const moved = pairByHeadline(gone, added)
  const movedFrom = new Set([...moved.values()].map(({ id }) => id))
  const found: ModelChanges[] = []
  for (const model of now.values()) {
    const earlier = old.get(model.id) ?? moved.get(model.id)
    found.push(...(earlier ? compareModel(earlier, model) : only(model, { kind: 'added', isMoney: false })))
    yield
  }
  for (const model of gone)
    if (!movedFrom.has(model.id)) found.push(...only(model, { kind: 'gone', isMoney: false }))
  return found.toSorted((left, right) => weightOf(right) - weightOf(left))
}

function weightOf(model: ModelChanges): number {
  return isOfMoney(model) ? 2 : Number(model.changes.some(({ kind }) => kind === 'gone'))
}

/** Whether something about this model changed that could change what is paid. */
export function isOfMoney({ changes }: Pick<ModelChanges, 'changes'>): boolean {
  return changes.some(({ isMoney }) => isMoney)
}

/** The differences of one model; none where it is as it was. */
export function compareModel(before: ComparedModel, after: ComparedModel): ModelChanges[] {
  const paid = new Set([...priceFields(before), ...priceFields(after)])
  const prices = comparePrices(before.pricing, after.pricing)
  const changes: ModelChange[] = [
    ...(prices ? [prices] : []),
    ...(before.path === after.path
      ? []
      : [
          {
            kind: 'moved' as const,
            before: shown(before.path),
            after: shown(after.path),
            formerId: before.id,
            isMoney: true,
          },
        ]),
    ...(before.label === after.label
      ? []
      : [
          {
            kind: 'renamed' as const,
            before: shown(before.label),
            after: shown(after.label),
            isMoney: false,
          },
        ]),
    ...compareFields(before, after, paid),
  ]
  if (changes.length === 0) return []
  const inOrder = changes.toSorted((left, right) => Number(right.isMoney) - Number(left.isMoney))
  const kept = inOrder.slice(0, changeBounds.perModel)
  return [{ modelId: after.id, label: after.label, changes: kept, more: inOrder.length - kept.length }]
}

/** Models that can be requested, by id. */
function offered(models: readonly ComparedModel[]): ReadonlyMap<string, ComparedModel> {
  return new Map(models.flatMap((model) => (model.path === null ? [] : [[model.id, model]])))
}

function only({ id, label }: ComparedModel, change: ModelChange): ModelChanges[] {
  return [{ modelId: id, label, changes: [change], more: 0 }]
}

/** By the id of the added one, the gone one of the same headline and kind, where each has that headline alone. */
function pairByHeadline(
  gone: readonly ComparedModel[],
  added: readonly ComparedModel[],
): ReadonlyMap<string, ComparedModel> {
  const keyOf = ({ kind, label }: ComparedModel) => `${kind} ${label.toLowerCase()}`
  const [from, to] = [Map.groupBy(gone, keyOf), Map.groupBy(added, keyOf)]
  const pairs = [...to].flatMap(([key, [model, ...others]]) => {
    const [old, ...more] = from.get(key) ?? []
    return model && old && others.length + more.length === 0 ? [[model.id, old] as const] : []
  })
  return new Map(pairs)
}

function compareFields(
  before: ComparedModel,
  after: ComparedModel,
  paid: ReadonlySet<string>,
): ModelChange[] {
  const [old, now] = [requestFields(before.schema), requestFields(after.schema)]
  const [needed, needs] = [new Set(requiredFields(before.schema)), new Set(requiredFields(after.schema))]
  const havePartsChanged = !isSame(partsOf(before.schema), partsOf(after.schema))
  const renames = new Map(
    after.aliases.flatMap(({ from, to }) =>
      Object.hasOwn(old, from) && !Object.hasOwn(now, from) && !Object.hasOwn(old, to) ? [[from, to]] : [],
    ),
  )
  const arrived = new Set(renames.values())
  const isUnpriced = after.pricing === null
  const changes: ModelChange[] = []
  for (const [name, schema] of Object.entries(old)) {
    const to = renames.get(name) ?? name
    const isMoney = paid.has(name) || paid.has(to)
    const later = ownMember(now, to)
    if (!later) {
      changes.push({ kind: 'field_removed', field: name, isMoney })
      continue
    }
    if (to !== name) changes.push({ kind: 'field_renamed', field: name, to, isMoney })
    if (needed.has(name) !== needs.has(to))
      changes.push({ kind: needs.has(to) ? 'required' : 'optional', field: to, isMoney })
    changes.push(...compareField(to, schema, later, { isMoney, isUnpriced, havePartsChanged }))
  }
  for (const name of Object.keys(now))
    if (!Object.hasOwn(old, name) && !arrived.has(name))
      changes.push({
        kind: 'field_added',
        field: name,
        isRequired: needs.has(name),
        isMoney: paid.has(name),
      })
  return changes
}

interface FieldFacts {
  readonly isMoney: boolean
  /** Without a listed price nothing says what it depends on: each default may change it. */
  readonly isUnpriced: boolean
  /** Something that fields refer to is another. */
  readonly havePartsChanged: boolean
}

function compareField(
  field: string,
  before: JsonSchema,
  after: JsonSchema,
  { isMoney, isUnpriced, havePartsChanged }: FieldFacts,
): ModelChange[] {
  const changes: ModelChange[] = []
  for (const bound of boundNames) {
    const [old, now] = [numberOf(before[bound]), numberOf(after[bound])]
    if (old !== now) changes.push({ kind: 'bound', field, bound, before: old, after: now, isMoney })
  }
  const options = compareOptions(before, after)
  if (options) changes.push({ kind: 'options', field, ...options, isMoney })
  if (!isSame(before.default, after.default))
    changes.push({
      kind: 'default',
      field,
      before: before.default === undefined ? null : shown(before.default),
      after: after.default === undefined ? null : shown(after.default),
      isMoney: isMoney || isUnpriced,
    })
  const [old, now] = [formOf(before), formOf(after)]
  if (old !== now || (havePartsChanged && old.includes('"$ref"')))
    changes.push({ kind: 'form', field, isMoney })
  return changes
}

function compareOptions(
  before: JsonSchema,
  after: JsonSchema,
): Pick<Extract<ModelChange, { kind: 'options' }>, 'added' | 'removed' | 'more'> | null {
  const [old, now] = [optionsOf(before), optionsOf(after)]
  const added = [...now].filter(([key]) => !old.has(key))
  const removed = [...old].filter(([key]) => !now.has(key))
  if (added.length + removed.length === 0) return null
  const few = (some: readonly (readonly [string, unknown])[]) =>
    some.slice(0, changeBounds.options).map(([, value]) => shown(value))
  const [some, others] = [few(added), few(removed)]
  return {
    added: some,
    removed: others,
    more: added.length + removed.length - some.length - others.length,
  }
}

/** What can be chosen, of the field itself or of the items of a list. */
function optionsOf({ enum: own, const: fixed, items }: JsonSchema): ReadonlyMap<string, unknown> {
  const inner: unknown = typeof items === 'object' && items !== null ? items.enum : undefined
  const listed = [own, inner].flatMap((some: unknown) => (Array.isArray(some) ? (some as unknown[]) : []))
  const all = fixed === undefined ? listed : [...listed, fixed]
  return new Map(all.map((value) => [canonical(value), value]))
}

/** Texts about a field, and what is compared by itself. */
const apart: ReadonlySet<string> = new Set([
  ...boundNames,
  'title',
  'description',
  'default',
  'enum',
  'const',
  'example',
  'examples',
  'deprecated',
  '$comment',
  'externalDocs',
])

/** What is left of a field: what kind of value it takes. */
function formOf(schema: JsonSchema): string {
  const kept = Object.entries(schema)
    .filter(([keyword]) => !apart.has(keyword) && !keyword.startsWith('x-'))
    .map(([keyword, value]) => [keyword, keyword === 'items' ? withoutOptions(value) : value] as const)
  return safely(Object.fromEntries(kept))
}

function withoutOptions(items: unknown): unknown {
  if (typeof items !== 'object' || items === null || Array.isArray(items)) return items
  return Object.fromEntries(Object.entries(items).filter(([keyword]) => !apart.has(keyword)))
}

/** The parts that fields refer to. */
function partsOf({ $defs, definitions }: JsonSchema): unknown {
  return [$defs, definitions]
}

function comparePrices(before: PriceTable | null, after: PriceTable | null): ModelChange | null {
  const isOtherUnit = before?.unit !== after?.unit
  const [old, now] = [rowsOf(before), rowsOf(after)]
  const rows: PriceRow[] = [...new Set([...old.keys(), ...now.keys()])].flatMap((key) => {
    const [earlier, later] = [old.get(key), now.get(key)]
    if (!isOtherUnit && earlier?.microUsd === later?.microUsd) return []
    const { dimensions = {} } = later ?? earlier ?? {}
    return [{ dimensions, before: earlier?.microUsd ?? null, after: later?.microUsd ?? null }]
  })
  if (rows.length === 0 && !isOtherUnit) return null
  const kept = rows.slice(0, changeBounds.rows)
  const more = rows.length - kept.length
  return {
    kind: 'price',
    before: before?.unit ?? null,
    after: after?.unit ?? null,
    rows: kept,
    more,
    isMoney: true,
  }
}

function rowsOf(table: PriceTable | null): ReadonlyMap<string, PricePoint> {
  return new Map(table?.points.map((point) => [canonical(point.dimensions), point]))
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

function isSame(left: unknown, right: unknown): boolean {
  return left === right || safely(left) === safely(right)
}

/** What can't be written as text, for its depth, is equal to all of its kind. */
function safely(value: unknown): string {
  try {
    return canonical(value)
  } catch {
    return '"$ref"'
  }
}

function shown(value: unknown): string {
  return boundText(typeof value === 'string' ? value : safely(value), changeBounds.text)
}
