import type { MediaKind } from '../../../shared/api/media.ts'
import { type JsonSchema, requestSchema } from '../../../shared/catalog/json-schema.ts'
import type { Model, RenamedValue } from '../../../shared/catalog/model.ts'
import { inEnglish, type SayOwn, saySchema } from '../../../shared/catalog/own-texts.ts'
import { standingNotes } from '../../../shared/catalog/standing-notes.ts'
import type { PriceTable } from '../../../shared/pricing/price-table.ts'
import type { DescribedEndpoint } from '../service/ports.ts'
import { type DescribedAlias, readAliases, readPricing } from './described-extensions.ts'
import { markKnownFields, readRequest } from './described-request.ts'
import { splitWarning } from './described-warning.ts'
import { type KnownEnd, readDescribedEnd } from './model-end.ts'

/** A model as it can be requested on the connected service. */
export interface KnownModel {
  readonly id: string
  readonly kind: MediaKind
  readonly label: string
  readonly path: string | null
  readonly schema: JsonSchema
  readonly aliases: readonly DescribedAlias[]
  readonly renamedValues: readonly RenamedValue[]
  readonly notes: readonly string[]
  readonly pricing: PriceTable | null
  /** The end that the description announces. */
  readonly end: KnownEnd | null
}

/** A model's built-in knowledge. */
export function builtInModel(model: Model, path: string | null, say: SayOwn): KnownModel {
  const notes = standingNotes(model.notes, { request: false, prices: false }).map(say)
  return { ...model, path, label: say(model.label), schema: spokenSchema(model, say), notes, end: null }
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
    label: say(model.label),
    notes: standingNotes(model.notes, { request: isDescribed, prices: pricing != null }).map(say),
    schema: isDescribed ? markKnownFields(described, known) : { ...known, ...headersOf(described) },
    pricing: pricing === undefined ? model.pricing : pricing,
    aliases: mergeAliases(aliases, model.aliases),
    end: readDescribedEnd(endpoint),
  }
}

/** A model known from a description only. */
export function describedModel(id: string, endpoint: DescribedEndpoint): KnownModel {
  const { kind, path, operation } = endpoint
  return {
    id,
    kind: kind as MediaKind,
    label: labelOf(endpoint),
    path,
    schema: readRequest(endpoint),
    aliases: readAliases(operation),
    renamedValues: [],
    notes: notesOf(endpoint),
    pricing: readPricing(operation) ?? null,
    end: readDescribedEnd(endpoint),
  }
}

const longestLabel = 80

/** Its name in the description: the summary, else its own segments. */
export function labelOf({ operation, vendor, model }: DescribedEndpoint): string {
  const summary = typeof operation.summary === 'string' ? operation.summary.trim() : ''
  return (summary === '' ? `${vendor} ${model}` : summary).slice(0, longestLabel)
}

const mostNotes = 8
const longestNote = 400

/** The operation's text, one note per paragraph; tables in it stay text. */
function notesOf(endpoint: DescribedEndpoint): string[] {
  const { description } = endpoint.operation
  if (typeof description !== 'string') return []
  const label = labelOf(endpoint)
  // The warning of a deprecated operation is shown as its end, elsewhere.
  const text = endpoint.isDeprecated ? splitWarning(description).rest : description
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '' && paragraph !== label && paragraph !== `${label}.`)
    .slice(0, mostNotes)
    .map((paragraph) => (paragraph.length > longestNote ? `${paragraph.slice(0, longestNote)}…` : paragraph))
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

function headersOf(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => keyword === 'x-request-headers'))
}
