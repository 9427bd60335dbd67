import type { MediaKind } from '../../../shared/api/media.ts'
import { models } from '../../../shared/catalog/index.ts'
import { type JsonSchema, requestSchema } from '../../../shared/catalog/json-schema.ts'
import { labelOfModel, type Model, type RenamedValue } from '../../../shared/catalog/model.ts'
import { inEnglish, type SayOwn, saySchema } from '../../../shared/catalog/own-texts.ts'
import { standingNotes } from '../../../shared/catalog/standing-notes.ts'
import { boundText } from '../../../shared/json/bound-text.ts'
import type { PriceTable } from '../../../shared/pricing/price-table.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { type RequestExample, readExamples } from './described-examples.ts'
import { type DescribedAlias, readAliases, readPricing } from './described-extensions.ts'
import { markKnownFields, parametersIn, readRequest } from './described-request.ts'
import { splitWarning } from './described-warning.ts'
import { type KnownEnd, readDescribedEnd } from './model-end.ts'

/** A model as it can be requested on the connected service. */
export interface KnownModel {
  readonly id: string
  readonly kind: MediaKind
  /** Nothing tells what it makes, and the person has not been asked. */
  readonly isKindGuessed?: true
  /** The person entered it by hand. */
  readonly isOwn?: true
  /** The description has no request for its path: the form is the built-in one. */
  readonly isFormAssumed?: true
  /** What the service files it under, where that says more than its kind. */
  readonly group?: string
  /** Its headline. */
  readonly label: string
  /** What it is, in a sentence; null where its headline says all that is known. */
  readonly description: string | null
  /** Whether its videos have audio of their own. */
  readonly makesAudio?: true
  readonly path: string | null
  readonly schema: JsonSchema
  readonly aliases: readonly DescribedAlias[]
  readonly renamedValues: readonly RenamedValue[]
  readonly notes: readonly string[]
  /** `markdown`: the notes are the paragraphs of one text. */
  readonly notesFormat?: 'markdown'
  readonly pricing: PriceTable | null
  /** Requests that the description shows, as it has them; absent where there is none. */
  readonly examples?: () => readonly RequestExample[]
  /** The end that the description announces. */
  readonly end: KnownEnd | null
}

/** A model's built-in knowledge. */
export function builtInModel(model: Model, path: string | null, say: SayOwn): KnownModel {
  const notes = standingNotes(model.notes, { request: false, prices: false }).map(say)
  const schema = spokenSchema(model, say)
  const pricing = path === null ? model.pricing : ownPricing(model, path)
  return { ...model, path, ...textsOf(model, say), schema, notes, pricing, end: null }
}

function textsOf(model: Model, say: SayOwn): Pick<KnownModel, 'label' | 'description'> {
  return { label: labelOfModel(model, say), description: say(model.description) }
}

const spokenSchemas = new WeakMap<SayOwn, Map<Model, JsonSchema>>()

/** A model's own request with translated texts; made once per language. */
function spokenSchema(model: Model, say: SayOwn): JsonSchema {
  const own = requestSchema(model)
  if (say === inEnglish) return own
  const known = spokenSchemas.get(say) ?? new Map<Model, JsonSchema>()
  spokenSchemas.set(say, known)
  const schema = known.get(model) ?? saySchema(own, say)
  known.set(model, schema)
  return schema
}

/**
 * A built-in model merged with the service's description: the request schema, prices and old names come from
 * the description where it has them; the rest stays built-in (decision 1).
 */
export function mergeModel(model: Model, endpoint: DescribedEndpoint, say: SayOwn): KnownModel {
  const { operation, path } = endpoint
  const known = spokenSchema(model, say)
  const described = readRequest(endpoint)
  const pricing = readPricing(operation)
  const aliases = readAliases(operation)
  const isDescribed = hasFields(described)
  return {
    ...model,
    path,
    ...(!isDescribed && { isFormAssumed: true }),
    ...textsOf(model, say),
    notes: standingNotes(model.notes, { request: isDescribed, prices: pricing != null }).map(say),
    schema: isDescribed ? markKnownFields(described, known) : { ...known, ...parametersIn(described) },
    pricing: pricing === undefined ? ownPricing(model, path) : pricing,
    aliases: mergeAliases(aliases, model.aliases),
    examples: () => readExamples(endpoint),
    end: readDescribedEnd(endpoint),
  }
}

/** Only an endpoint of the model’s own name has its price: one that the person mapped may be another model’s (CAT42). */
function ownPricing({ id, pricing }: Model, path: string): PriceTable | null {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase() === id ? pricing : null
}

/** A model known from a description only. */
export function describedModel(
  id: string,
  endpoint: DescribedEndpoint,
  { label, group }: { readonly label: string; readonly group?: string | undefined },
): KnownModel {
  const { kind, isKindGuessed, isOwn, path, operation } = endpoint
  const notes = notesOf(endpoint)
  return {
    id,
    kind: kind as MediaKind,
    ...(isKindGuessed && { isKindGuessed }),
    ...(isOwn && { isOwn }),
    ...(group !== undefined && { group }),
    label,
    description: sentenceOf(endpoint) ?? firstSentence(notes),
    path,
    schema: readRequest(endpoint),
    aliases: readAliases(operation),
    renamedValues: [],
    notes,
    ...(notes.length > 0 && { notesFormat: 'markdown' as const }),
    pricing: readPricing(operation) ?? null,
    examples: () => readExamples(endpoint),
    end: readDescribedEnd(endpoint),
  }
}

const longestTitle = 40
const longestSentence = 240

/**
 * The headlines of a description's own models, by id. One that several share, or a built-in model has, begins with the
 * vendor, which the path names; several of one vendor are named by the last part of their path, and by what precedes that
 * where it is the same, too (CAT77).
 */
export function labelsOf(endpoints: ReadonlyMap<string, DescribedEndpoint>): Map<string, string> {
  const known = [...endpoints].map(([id, endpoint]) => ({ id, endpoint }))
  const labels = new Map(known.map(({ id, endpoint }) => [id, headlineOf(endpoint)]))
  const named: readonly ((endpoint: DescribedEndpoint, label: string) => string)[] = [
    ({ vendor }, label) => `${vendor} ${label}`,
    ({ vendor, model }) => `${vendor} ${model}`,
    ({ vendor, model, kind, category = kind }) => `${vendor} ${model} (${category})`,
    ({ vendor, model, path }) => `${vendor} ${model} (${path})`,
  ]
  for (const name of named) {
    const taken = Map.groupBy([...labels.values(), ...builtInLabels], (label) => label.toLowerCase())
    for (const { id, endpoint } of known) {
      const label = labels.get(id) ?? id
      if ((taken.get(label.toLowerCase()) ?? []).length > 1)
        labels.set(id, name(endpoint, headlineOf(endpoint)))
    }
  }
  return labels
}

const builtInLabels = models.map((model) => labelOfModel(model, inEnglish))

/** The summary where it is as short as a title, else the last part of its path. */
function headlineOf(endpoint: DescribedEndpoint): string {
  const summary = summaryOf(endpoint)
  return summary === '' || summary.length > longestTitle ? endpoint.model : summary
}

/** A summary that is a sentence, not a title; null where there is none. */
function sentenceOf(endpoint: DescribedEndpoint): string | null {
  const summary = summaryOf(endpoint)
  return summary.length > longestTitle ? cut(summary, longestSentence) : null
}

function summaryOf({ operation }: DescribedEndpoint): string {
  return typeof operation.summary === 'string' ? operation.summary.trim() : ''
}

function cut(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Of the whole text: more than any model's has, and little enough for a page. */
const longestText = 40_000

/** The first paragraph without its marks, for a line of its own; null where it is a table or code. */
function firstSentence([first]: readonly string[]): string | null {
  if (first === undefined || /^\s*(\||```)/.test(first)) return null
  const plain = first
    .replace(/!?\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/^[#>\s]+|[*`]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return plain === '' ? null : cut(plain, longestSentence)
}

/** The operation's text as paragraphs of Markdown, whole. */
function notesOf(endpoint: DescribedEndpoint): string[] {
  const { description } = endpoint.operation
  if (typeof description !== 'string') return []
  const summary = summaryOf(endpoint)
  // The warning of a deprecated operation is shown as its end, elsewhere.
  const text = endpoint.isDeprecated ? splitWarning(description).rest : description
  return boundText(text, longestText)
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^\s*\n/, '').trimEnd())
    .filter((paragraph) => paragraph.trim() !== '' && paragraph !== summary && paragraph !== `${summary}.`)
}

/** The description's renames override the built-in ones; a date that it omits is taken from the built-in. */
function mergeAliases(
  described: readonly DescribedAlias[],
  known: readonly DescribedAlias[],
): readonly DescribedAlias[] {
  const dated = described.map((alias) => {
    const same = known.find(({ from, to }) => from === alias.from && to === alias.to)
    return { ...alias, until: alias.until ?? same?.until ?? null }
  })
  return [...dated, ...known.filter(({ from }) => !described.some((alias) => alias.from === from))]
}

function hasFields(schema: JsonSchema): boolean {
  return ['properties', 'allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => schema[keyword] !== undefined)
}
