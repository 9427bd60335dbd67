import type { Field } from './field.ts'
import { snakeCase } from './field-unit.ts'

/** A form's fields in the order of every form, divided into what is always in view and the rest. */
export interface ArrangedFields {
  readonly main: readonly Field[]
  readonly advanced: readonly Field[]
}

type Row = (field: Field) => boolean

const isPrompt: Row = ({ kind, name }) =>
  kind === 'prompt' || (kind === 'text' && /^(text_)?prompt(_text)?$/.test(snakeCase(name)))
const isSeed: Row = ({ kind, name }) => kind === 'seed' || name === 'seed'
const isNumber: Row = ({ kind }) => kind === 'number' || kind === 'integer' || kind === 'enumeration'

function takesMedia(media: string): Row {
  return (field) => (field.kind === 'media' || field.kind === 'media-list') && field.media === media
}

const named =
  (names: RegExp): Row =>
  ({ name }) =>
    names.test(snakeCase(name))

const lengths = named(/(^|_)(duration|length)((_in)?_(s|secs?|seconds|ms|milliseconds))?$/)
const results = 'images|videos|outputs|results|samples|variations|generations|clips|tracks'
const counts = named(new RegExp(`^(n|count|batch_size|(n|num|number_of)_(${results}))$`))

const isRequired: Row = ({ required }) => required
const isResolution = named(/(^|_)resolution$/)

/** The known fields, first to last; those that no row takes follow the inputs where they are required. */
const rows: readonly Row[] = [
  isPrompt,
  takesMedia('image'),
  takesMedia('video'),
  takesMedia('audio'),
  takesMedia('any'),
  takesMedia('file'),
  ({ kind }) => kind === 'styles' || kind === 'style-images',
  isRequired,
  (field) => field.kind === 'aspect-ratio' || named(/^(aspect_?ratio|(image_)?size|width|height)$/)(field),
  (field) => isNumber(field) && lengths(field),
  isResolution,
  (field) => isNumber(field) && counts(field),
  isSeed,
]
const requiredRow = rows.indexOf(isRequired)
/** Where a field is that sets the price and that no row takes. */
const pricedRow = rows.indexOf(isResolution) + 0.5

/**
 * The order of every form, whatever the order in the schema: prompt, inputs, proportions and size, duration,
 * resolution, count, seed. Fields that are unknown, optional and without influence on the price are advanced, as
 * is everything that has a fixed value; where that leaves nothing in view, or hides a line or two of a short form,
 * nothing is advanced.
 */
export function arrangeFields(
  fields: readonly Field[],
  setsPrice: (name: string) => boolean = () => false,
): ArrangedFields {
  const placed = fields.map((field) => ({ field, row: rowOf(field, setsPrice) }))
  const main = placed.filter(({ row }) => row !== null)
  if (main.length === 0) return { main: fields, advanced: [] }
  const inView = main.toSorted((left, right) => (left.row ?? 0) - (right.row ?? 0)).map(({ field }) => field)
  const advanced = placed.filter(({ row }) => row === null).map(({ field }) => field)
  return areLines(advanced) && heightOf([...inView, ...advanced]) <= shortForm
    ? { main: [...inView, ...advanced], advanced: [] }
    : { main: inView, advanced }
}

/** Whether each takes one line, so that folding them away would save next to nothing. */
function areLines(fields: readonly Field[]): boolean {
  return fields.every(({ kind }) => kind === 'switch')
}

/** What a form's fields may take together in a window of 1440 × 900 pixels, with room for notes. */
const shortForm = 540

/** The usual heights of fields in pixels, with the gap below; every other kind has `usualHeight`. */
const heights: Partial<Record<Field['kind'], number>> = {
  prompt: 160,
  'aspect-ratio': 90,
  switch: 34,
  media: 50,
  'media-list': 50,
}
const usualHeight = 66

function heightOf(fields: readonly Field[]): number {
  return fields.reduce((sum, { kind }) => sum + (heights[kind] ?? usualHeight), 0)
}

function rowOf(field: Field, setsPrice: (name: string) => boolean): number | null {
  if (field.kind === 'constant') return null
  const shown = field.kind === 'nullable' ? { ...field.inner, name: field.name } : field
  const known = rows.findIndex((takes, row) => row !== requiredRow && takes(shown))
  if (known >= 0) return known
  if (field.required) return requiredRow
  return setsPrice(field.name) ? pricedRow : null
}
