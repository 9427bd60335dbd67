/** A schema from outside: any keyword may hold anything. */
export type SchemaNode = boolean | Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A keyword's value as a schema; null where it holds none. */
export function asSchema(value: unknown): SchemaNode | null {
  return typeof value === 'boolean' || isRecord(value) ? value : null
}

/** The schemas in a list; anything else in it is skipped. */
export function asSchemas(value: unknown): readonly SchemaNode[] {
  return Array.isArray(value) ? value.map(asSchema).filter((item) => item !== null) : []
}

/** Names to schemas; only own members count, so that a field may be called `constructor`. */
export function asSchemaMap(value: unknown): ReadonlyMap<string, SchemaNode> {
  if (!isRecord(value)) return emptyMap
  const known = maps.get(value)
  if (known) return known
  const map = new Map<string, SchemaNode>()
  for (const [name, member] of Object.entries(value)) {
    const schema = asSchema(member)
    if (schema !== null) map.set(name, schema)
  }
  maps.set(value, map)
  return map
}

const emptyMap: ReadonlyMap<string, SchemaNode> = new Map()
const maps = new WeakMap<object, ReadonlyMap<string, SchemaNode>>()

export function asNames(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** A number, or null where the keyword is absent or holds something else. */
export function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}

/** The types that a schema names; null where it names none. */
export function typesOf(schema: Readonly<Record<string, unknown>>): readonly string[] | null {
  if (typeof schema.type === 'string') return [schema.type]
  return Array.isArray(schema.type) ? asNames(schema.type) : null
}
