import { resolveReference } from '../json-schema/references.ts'
import { isRecord } from '../json-schema/schema-node.ts'
import type { JsonSchema } from './json-schema.ts'
import type { RenamedValue } from './model.ts'

const branches = ['allOf', 'anyOf', 'oneOf'] as const
/**
 * A schema that has more nodes than this on the path to one field, or is deeper, is left unchanged from there
 * on.
 */
const mostNodes = 2_000
const deepest = 16

type Node = Readonly<Record<string, unknown>>

/**
 * The schema without the old names of these values, even where a description still lists them: each value once,
 * under its present name. The same object where there is nothing to change.
 */
export function withCurrentValues(schema: JsonSchema, renamed: readonly RenamedValue[]): JsonSchema {
  return renamed.reduce<JsonSchema>((current, row) => rewrite(current, row) ?? current, schema)
}

/** Null where nothing changes. */
function rewrite(root: JsonSchema, { field, from, to }: RenamedValue): JsonSchema | null {
  let nodesLeft = mostNodes

  /** The node at this position, with a reference within the schema followed; null where there is none. */
  function visit(node: unknown, chain = 0): Node | null {
    nodesLeft -= 1
    if (nodesLeft < 0 || chain > deepest || !isRecord(node)) return null
    const { $ref, ...beside } = node
    if (typeof $ref !== 'string') return node
    const target = visit(resolveReference(root, $ref), chain + 1)
    return target && { ...target, ...beside }
  }

  /** A node that may hold the field's schema. */
  function rewriteField(node: unknown, depth = 0): Node | null {
    const place = depth > deepest ? null : visit(node)
    if (!place) return null
    const next: Record<string, unknown> = {}
    const { properties } = place
    if (isRecord(properties) && Object.hasOwn(properties, field)) {
      const changed = rewriteValue(properties[field])
      if (changed) next.properties = { ...properties, [field]: changed }
    }
    for (const keyword of branches) {
      const members = rewriteMembers(place[keyword], (member) => rewriteField(member, depth + 1))
      if (members) next[keyword] = members
    }
    return Object.keys(next).length > 0 ? { ...place, ...next } : null
  }

  /** The schema of the field's value. */
  function rewriteValue(node: unknown, depth = 0): Node | null {
    const place = depth > deepest ? null : visit(node)
    if (!place) return null
    const next: Record<string, unknown> = {}
    for (const keyword of ['const', 'default']) if (place[keyword] === from) next[keyword] = to
    for (const keyword of ['enum', 'examples']) {
      const listed = place[keyword]
      if (!Array.isArray(listed) || !listed.includes(from)) continue
      next[keyword] = [...new Set(listed.map((value) => (value === from ? to : value)))]
    }
    for (const keyword of branches) {
      const members = rewriteMembers(place[keyword], (member) => rewriteValue(member, depth + 1))
      if (members) next[keyword] = keyword === 'allOf' ? members : sayOnce(members, place[keyword])
    }
    return Object.keys(next).length > 0 ? { ...place, ...next } : null
  }

  /** A branch that now lists a value of another branch loses it: one value must not fit two branches. */
  function sayOnce(members: readonly unknown[], before: unknown): unknown[] {
    const former: readonly unknown[] = Array.isArray(before) ? before : []
    const isNew = (index: number) => members[index] !== former[index]
    let isSaid = members.some((member, index) => !isNew(index) && valuesOf(member).includes(to))
    return members.flatMap((member, index) => {
      if (!isNew(index) || !valuesOf(member).includes(to)) return [member]
      const wasSaid = isSaid
      isSaid = true
      if (!wasSaid) return [member]
      const others = valuesOf(member).filter((value) => value !== to)
      return others.length > 0 ? [{ ...(member as Node), enum: others }] : []
    })
  }

  function valuesOf(node: unknown): readonly unknown[] {
    const place = visit(node)
    if (!place) return []
    if (Object.hasOwn(place, 'const')) return [place.const]
    return Array.isArray(place.enum) ? place.enum : []
  }

  return rewriteField(root) as JsonSchema | null
}

/** Null where no member changes. */
function rewriteMembers(members: unknown, rewriteOne: (member: unknown) => Node | null): unknown[] | null {
  if (!Array.isArray(members)) return null
  const rewritten = members.map((member) => rewriteOne(member))
  return rewritten.every((member) => member === null)
    ? null
    : members.map((member, index) => rewritten[index] ?? member)
}
