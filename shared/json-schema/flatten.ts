import { canonical, isEqual } from './equality.ts'
import { MatchWork, matchPattern } from './match-pattern.ts'
import { resolveReference } from './references.ts'
import { asNames, asSchema, asSchemaMap, asSchemas, isRecord, type SchemaNode } from './schema-node.ts'

export type Keywords = Readonly<Record<string, unknown>>

const longestChain = 30
/** Parts of one schema beyond this many are left out: a few that refer to each other can unfold without end. */
const mostParts = 2_000

/** How many parts may still be read, and the targets of the references that lead here. */
export interface Walk {
  left: number
  readonly within: Set<SchemaNode>
}

/** For several schemas that are read together: the parts of all of them count. */
export function beginWalk(parts: number): Walk {
  return { left: parts, within: new Set() }
}

/**
 * Merges schemas that all apply into one: references followed, `allOf` and a single branch merged in. It holds
 * what a form needs and may be weaker than all of them together: whether a value is allowed is decided by the
 * schema itself. A schema that is part of itself adds nothing to itself.
 */
export function flatten(root: SchemaNode, schema: SchemaNode, walk = beginWalk(mostParts)): Keywords {
  return flattenPart(root, schema, 0, walk)
}

function flattenPart(root: SchemaNode, schema: SchemaNode, chain: number, walk: Walk): Keywords {
  if (schema === true) return {}
  if (schema === false) return { not: {} }
  walk.left -= 1
  if (chain > longestChain || walk.left < 0) return {}
  const { $ref, allOf, ...own } = schema
  const target = typeof $ref === 'string' ? resolveReference(root, $ref) : null
  const inherited = target === null ? [] : [flattenTarget(root, target, chain, walk)]
  const parts = asSchemas(allOf).map((part) => flattenPart(root, part, chain + 1, walk))
  const merged = [...inherited, ...parts, own].reduce<Keywords>(merge, {})
  for (const keyword of ['anyOf', 'oneOf']) {
    const [only, ...others] = asSchemas(merged[keyword])
    if (only === undefined || others.length > 0) continue
    const { [keyword]: _, ...rest } = merged
    return merge(flattenPart(root, only, chain + 1, walk), rest)
  }
  return merged
}

function flattenTarget(root: SchemaNode, target: SchemaNode, chain: number, walk: Walk): Keywords {
  if (walk.within.has(target)) return {}
  walk.within.add(target)
  const { title, ...view } = flattenPart(root, target, chain + 1, walk)
  walk.within.delete(target)
  return title === undefined ? view : { ...view, [typeTitleKeyword]: title }
}

/** Where a view keeps the title of what its schema refers to: it names that type, and no field that has it. */
export const typeTitleKeyword = 'x-type-title'

type Merge = (left: unknown, right: unknown) => unknown

const merges: Readonly<Record<string, Merge>> = {
  properties: mergeProperties,
  patternProperties: mergeProperties,
  required: (left, right) => [...new Set([...asNames(left), ...asNames(right)])],
  type: (left, right) => overlap(asList(left), asList(right)),
  enum: (left, right) => overlap(asList(left), asList(right)),
  minimum: greater,
  exclusiveMinimum: greater,
  minLength: greater,
  minItems: greater,
  maximum: lesser,
  exclusiveMaximum: lesser,
  maxLength: lesser,
  maxItems: lesser,
  anyOf: both,
  oneOf: both,
}

/** Both apply; where only one can be kept, it is the later one. */
function merge(left: Keywords, right: Keywords): Keywords {
  const merged: Record<string, unknown> = { ...left }
  for (const [keyword, value] of Object.entries(right)) {
    const join =
      Object.hasOwn(merges, keyword) && Object.hasOwn(merged, keyword) ? merges[keyword] : undefined
    merged[keyword] = join ? join(merged[keyword], value) : value
  }
  return merged
}

function mergeProperties(left: unknown, right: unknown): Record<string, SchemaNode> {
  const merged = new Map(asSchemaMap(left))
  for (const [name, schema] of asSchemaMap(right)) {
    const known = merged.get(name)
    merged.set(name, known === undefined || isEqual(known, schema) ? schema : { allOf: [known, schema] })
  }
  return Object.fromEntries(merged)
}

function both(left: unknown, right: unknown): unknown {
  return isEqual(left, right) ? left : right
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function overlap(left: readonly unknown[], right: readonly unknown[]): unknown {
  const shared = left.filter((item) => right.some((other) => isEqual(item, other)))
  return shared.length === 1 && typeof shared[0] === 'string' && left.length + right.length === 2
    ? shared[0]
    : shared
}

function greater(left: unknown, right: unknown): unknown {
  return typeof left === 'number' && typeof right === 'number' ? Math.max(left, right) : right
}

function lesser(left: unknown, right: unknown): unknown {
  return typeof left === 'number' && typeof right === 'number' ? Math.min(left, right) : right
}

/**
 * The members that an object can have, from everything that may define some: its parts, its branches, its
 * conditions.
 */
export function membersOf(root: SchemaNode, view: Keywords): ReadonlyMap<string, SchemaNode> {
  const members = new Map(asSchemaMap(view.properties))
  const others = new Map<string, Map<string, SchemaNode>>()
  for (const branch of branchesOf(view)) {
    for (const [name, schema] of membersOfBranch(root, branch)) {
      if (isNaming(members.get(name))) continue
      const known = others.get(name) ?? new Map<string, SchemaNode>()
      others.set(name, known.set(canonical(schema), schema))
    }
  }
  for (const [name, schemas] of others) {
    const naming = [...schemas.values()].filter(isNaming)
    members.set(name, naming.length > 1 ? { anyOf: naming } : (naming[0] ?? true))
  }
  const work = new MatchWork()
  for (const name of [view, ...branchesOf(view).map((branch) => flatten(root, branch))].flatMap(neededBy)) {
    const schema = members.has(name) ? null : otherMember(view, name, work)
    if (schema !== null) members.set(name, schema)
  }
  return members
}

/** Required members, even without a schema. */
function neededBy(view: Keywords): readonly string[] {
  const dependent = isRecord(view.dependentRequired) ? Object.values(view.dependentRequired) : []
  return [...asNames(view.required), ...dependent.flatMap(asNames)]
}

/**
 * The schema of a member without one under its name: anything where that is unknown; null where there may be
 * none.
 */
function otherMember(view: Keywords, name: string, work: MatchWork): SchemaNode | null {
  let other = asSchema(view.additionalProperties) ?? true
  for (const [pattern, schema] of asSchemaMap(view.patternProperties)) {
    const found = matchPattern(pattern, name, work)
    if (found === true) return schema === false ? null : schema
    if (found === 'unknown') other = true
  }
  return other === false ? null : other
}

function membersOfBranch(root: SchemaNode, branch: SchemaNode): ReadonlyMap<string, SchemaNode> {
  const view = flatten(root, branch)
  const nested = branchesOf(view).flatMap((one) => [...asSchemaMap(flatten(root, one).properties)])
  return new Map([...nested, ...asSchemaMap(view.properties)])
}

function branchesOf(view: Keywords): readonly SchemaNode[] {
  const conditional = [asSchema(view.then), asSchema(view.else)].filter((schema) => schema !== null)
  const dependent = isRecord(view.dependentSchemas) ? [...asSchemaMap(view.dependentSchemas).values()] : []
  return [...asSchemas(view.anyOf), ...asSchemas(view.oneOf), ...conditional, ...dependent]
}

function isNaming(schema: SchemaNode | undefined): boolean {
  return isRecord(schema) && Object.keys(schema).length > 0
}
