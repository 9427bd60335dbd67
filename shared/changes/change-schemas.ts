import { z } from 'zod'
import { dimensionValueSchema, microUsdSchema } from '../pricing/price-schemas.ts'

/** How much of a comparison is kept: a description may hold anything. */
export const changeBounds = {
  models: 5_000,
  shown: 500,
  perModel: 200,
  options: 20,
  rows: 100,
  text: 160,
} as const

/** The keywords of a schema that bound a value. */
export const boundNames = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
] as const
export type BoundName = (typeof boundNames)[number]

const text = z.string().max(changeBounds.text)
const name = z.string()
const unit = z.enum(['request', 'second'])

/** One row of a price table, before and after; null where that table doesn't have it. In micro-dollars. */
const priceRowSchema = z.object({
  dimensions: z.record(z.string(), dimensionValueSchema),
  before: microUsdSchema.nullable(),
  after: microUsdSchema.nullable(),
})

const listed = { added: z.array(text), removed: z.array(text) }

/** What is different about a model. Values are shown as text, cut at `changeBounds.text`. */
const differenceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('added') }),
  z.object({ kind: z.literal('gone') }),
  /** Another title for the same endpoint. */
  z.object({ kind: z.literal('renamed'), before: text, after: text }),
  /** The same model at another endpoint. */
  z.object({ kind: z.literal('moved'), before: text, after: text, formerId: z.string() }),
  /**
   * `unit` null: no price was listed, or none is any more. `rows`: those that differ; `more`: how many of them are left
   * out here.
   */
  z.object({
    kind: z.literal('price'),
    before: unit.nullable(),
    after: unit.nullable(),
    rows: z.array(priceRowSchema),
    more: z.int(),
  }),
  z.object({ kind: z.literal('field_added'), field: name, isRequired: z.boolean() }),
  z.object({ kind: z.literal('field_removed'), field: name }),
  /** The description calls the first an old name of the second. */
  z.object({ kind: z.literal('field_renamed'), field: name, to: name }),
  z.object({ kind: z.literal('required'), field: name }),
  z.object({ kind: z.literal('optional'), field: name }),
  z.object({
    kind: z.literal('bound'),
    field: name,
    bound: z.enum(boundNames),
    before: z.number().nullable(),
    after: z.number().nullable(),
  }),
  z.object({ kind: z.literal('options'), field: name, ...listed, more: z.int() }),
  z.object({ kind: z.literal('default'), field: name, before: text.nullable(), after: text.nullable() }),
  /** It takes another form of value. */
  z.object({ kind: z.literal('form'), field: name }),
])

/** `isMoney`: it could change what is paid (decisions/0080). */
const changeSchema = z.intersection(differenceSchema, z.object({ isMoney: z.boolean() }))

export const modelChangesSchema = z.object({
  modelId: z.string(),
  /** Its headline now; where it is gone, its last one. */
  label: z.string(),
  /** Those of money first. */
  changes: z.array(changeSchema),
  /** How many more there are. */
  more: z.int(),
})

/** What a service changed in its description, as the page shows it. */
export const describedChangesSchema = z.object({
  account: z.string(),
  /** Of models with changes of money first; at most `changeBounds.shown`. */
  models: z.array(modelChangesSchema),
  /** How many more models there are. */
  more: z.int(),
  /** Names exactly these changes. */
  digest: z.string(),
  /** When the later reading was made; null for what is not seen yet. */
  at: z.iso.datetime().nullable(),
  /** Whether an earlier reading that changed something is kept. */
  hasEarlier: z.boolean(),
})
