import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import { heicKeyword } from '../../../shared/form/heic.ts'
import { readPointer } from '../../../shared/json-schema/references.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { uploadsTakeHeic } from './described-uploads.ts'
import { withTags } from './discriminated-forms.ts'
import { decode } from './follow-reference.ts'
import { schemaStates } from './states-heic.ts'

const mapKeywords = new Set(['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'])
const listKeywords = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const schemaKeywords = new Set([
  'items',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'propertyNames',
  'contains',
  'not',
  'if',
  'then',
  'else',
])
/** Schemas nested deeper than this are left as they are: no request is that deep. */
const deepest = 400

/** A part of a description as models use it, with the parts that it refers to. */
interface Part {
  readonly schema: unknown
  readonly refersTo: ReadonlySet<string>
}

/** What is read of one description, so that a part that many models share is rewritten once. */
interface Parts {
  readonly names: Map<string, string>
  readonly taken: Set<string>
  readonly read: Map<string, Part>
}

const partsOf = new WeakMap<object, Parts>()

function createParts(): Parts {
  return { names: new Map(), taken: new Set(), read: new Map() }
}

/**
 * A schema of a description as a document of its own: every part of the description that it refers to is copied
 * into its `$defs`. A dangling reference is left as it is and allows everything.
 */
export function bundleSchema(document: unknown, schema: JsonSchema): JsonSchema {
  const shared = isRecord(document) ? (partsOf.get(document) ?? createParts()) : createParts()
  if (isRecord(document)) partsOf.set(document, shared)
  /** Some authors mean the schema itself by `#`: what only it has is its own. */
  const own = createParts()
  const uploadsTake = uploadsTakeHeic(document)
  const version = isRecord(document) ? document.openapi : null
  const isOld = version === 3 || (typeof version === 'string' && version.startsWith('3.0'))
  const asWritten = isOld ? fromOpenApi30 : null

  function nameOf(pointer: string): string | null {
    const isShared = readPointer(document, pointer) !== undefined
    if (!isShared && readPointer(schema, pointer) === undefined) return null
    const { names } = isShared ? shared : own
    const known = names.get(pointer)
    if (known !== undefined) return known
    const last = pointer.split('/').at(-1) ?? 'part'
    const isTaken = shared.taken.has(last) || own.taken.has(last)
    const name = isTaken ? `${last}_${shared.taken.size + own.taken.size}${isShared ? '' : '_own'}` : last
    names.set(pointer, name)
    ;(isShared ? shared : own).taken.add(name)
    return name
  }

  function readPart(pointer: string): Part {
    const place = shared.names.has(pointer) ? shared : own
    const known = place.read.get(pointer)
    if (known) return known
    const part = rewriteWhole(readPointer(document, pointer) ?? readPointer(schema, pointer))
    place.read.set(pointer, part)
    return part
  }

  function rewriteWhole(node: unknown): Part {
    const refersTo = new Set<string>()

    function rewrite(at: unknown, depth: number): unknown {
      if (!isRecord(at) || depth > deepest) return at
      const rewritten = Object.fromEntries(
        Object.entries(withTags(document, at)).map(([key, value]) => [
          key,
          rewriteKeyword(key, value, depth + 1),
        ]),
      )
      return markHeic(asWritten ? asWritten(rewritten) : rewritten, uploadsTake)
    }

    function rewriteKeyword(key: string, value: unknown, depth: number): unknown {
      if (key === '$ref' && typeof value === 'string') return rewriteReference(value)
      if (schemaKeywords.has(key)) return rewrite(value, depth)
      if (listKeywords.has(key) && Array.isArray(value)) return value.map((item) => rewrite(item, depth))
      if (mapKeywords.has(key) && isRecord(value))
        return Object.fromEntries(
          Object.entries(value).map(([name, member]) => [name, rewrite(member, depth)]),
        )
      return value
    }

    function rewriteReference(reference: string): string {
      if (!reference.startsWith('#/')) return reference
      const pointer = decode(reference.slice(1))
      const name = nameOf(pointer)
      if (name === null) return reference
      refersTo.add(pointer)
      return `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
    }

    return { schema: rewrite(node, 0), refersTo }
  }

  const body = rewriteWhole(schema)
  // A set grows while it is walked: so all that is reached is found once.
  const reached = new Set(body.refersTo)
  for (const pointer of reached) for (const next of readPart(pointer).refersTo) reached.add(next)
  const bundled = body.schema as JsonSchema
  if (reached.size === 0) return bundled
  const defs = [...reached].map((pointer) => [nameOf(pointer) ?? pointer, readPart(pointer).schema] as const)
  return {
    ...bundled,
    $defs: { ...(isRecord(bundled.$defs) ? bundled.$defs : {}), ...Object.fromEntries(defs) },
  }
}

/** Marks what says that it takes HEIC, and, beside uploads that do, what says that it doesn't (INP20). */
function markHeic(
  schema: Readonly<Record<string, unknown>>,
  uploadsTake: boolean,
): Readonly<Record<string, unknown>> {
  const said = schema.enum === undefined ? schemaStates(schema) : null
  return said === true || (said === false && uploadsTake) ? { ...schema, [heicKeyword]: said } : schema
}

/** A schema of OpenAPI 3.0, whose keywords differ from JSON Schema’s, in the words of 3.1. */
function fromOpenApi30(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { nullable, ...own } = schema
  const bounded = exclusively(exclusively(own, 'minimum', 'exclusiveMinimum'), 'maximum', 'exclusiveMaximum')
  return nullable === true ? orNull(bounded) : bounded
}

function exclusively(
  schema: Readonly<Record<string, unknown>>,
  bound: string,
  exclusive: string,
): Readonly<Record<string, unknown>> {
  const { [exclusive]: flag, ...others } = schema
  if (typeof flag !== 'boolean') return schema
  const { [bound]: limit, ...rest } = others
  return flag && limit !== undefined ? { ...rest, [exclusive]: limit } : others
}

/** A list of values that lacks null still doesn’t take it. */
function orNull(schema: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) return schema
  if (typeof schema.type === 'string') return { ...schema, type: [schema.type, 'null'] }
  const isComposed = ['$ref', 'allOf', 'anyOf', 'oneOf'].some((keyword) => schema[keyword] !== undefined)
  if (!isComposed) return schema
  const { title, description, default: preset, deprecated, ...rest } = schema
  const said = Object.entries({ title, description, default: preset, deprecated })
  return {
    ...Object.fromEntries(said.filter(([, value]) => value !== undefined)),
    anyOf: [rest, { type: 'null' }],
  }
}
