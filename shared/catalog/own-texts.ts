import { models } from './index.ts'
import { type JsonSchema, requestSchema } from './json-schema.ts'
import { retiredModels } from './retired.ts'

/** Translates a text of the catalogue's own; any other text, and one without a translation, stays unchanged. */
export type SayOwn = (text: string) => string

/** English is in the models' files. */
export const inEnglish: SayOwn = (text) => text

/** The members of a schema that a person reads. */
const spokenKeywords: ReadonlySet<string> = new Set(['title', 'description'])

/**
 * Every text of the catalogue's own models: names, descriptions, notes and field descriptions. English is in the models'
 * files; a language translates these texts, so that a new model needs no more than its file.
 */
export function ownTexts(): string[] {
  const texts = [
    ...models.flatMap((model) => [
      model.name,
      model.description,
      ...model.notes.map(({ text }) => text),
      ...textsOf(requestSchema(model)),
    ]),
    ...retiredModels.flatMap(({ label, replacement }) => [
      label,
      ...(replacement ? [replacement.label] : []),
    ]),
  ]
  return [...new Set(texts)]
}

function textsOf(schema: JsonSchema): string[] {
  const texts: string[] = []
  saySchema(schema, (text) => {
    texts.push(text)
    return text
  })
  return texts
}

/** A schema of the catalogue's own with translated texts; its constraints stay. */
export function saySchema(schema: JsonSchema, say: SayOwn): JsonSchema {
  return sayMembers(schema, say) as JsonSchema
}

/** `isSchema`: members are keywords, not the names of fields. */
function sayMembers(value: unknown, say: SayOwn, isSchema = true): unknown {
  if (Array.isArray(value)) return value.map((member) => sayMembers(member, say))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const isText = isSchema && typeof member === 'string' && spokenKeywords.has(name)
      return [name, isText ? say(member) : sayMembers(member, say, !isSchema || name !== 'properties')]
    }),
  )
}
