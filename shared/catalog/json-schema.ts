import { z } from 'zod'
import type { Model } from './model.ts'

/** A JSON Schema 2020-12 document, parsed as far as the form needs it; unknown keywords are kept. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
  readonly type?: string | readonly string[]
  readonly title?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly minimum?: number
  readonly maximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly format?: string
}

const cache = new WeakMap<Model, JsonSchema>()

/** A model's request as JSON Schema 2020-12; created once, on first use. */
export function requestSchema(model: Model): JsonSchema {
  const known = cache.get(model)
  if (known) return known
  const schema = z.toJSONSchema(model.request, { io: 'input', override: dropSafeIntegerBounds }) as JsonSchema
  cache.set(model, schema)
  return schema
}

/** zod limits every integer to what a double holds exactly; only bounds that the listing states are kept. */
function dropSafeIntegerBounds(context: {
  zodSchema: z.core.$ZodTypes
  jsonSchema: z.core.JSONSchema.BaseSchema
}) {
  const { zodSchema, jsonSchema } = context
  const { def } = zodSchema._zod
  if (def.type !== 'number' || jsonSchema.type !== 'integer') return
  const states = (name: string) => def.checks?.some((check) => check._zod.def.check === name) ?? false
  if (!states('greater_than')) delete jsonSchema.minimum
  if (!states('less_than')) delete jsonSchema.maximum
}
