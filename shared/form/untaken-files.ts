import type { InputFile } from '../bridge/media-routes.ts'
import type { JsonSchema } from '../catalog/json-schema.ts'
import type { Path, Problem } from '../json-schema/problem.ts'
import type { Field } from './field.ts'
import { fieldsFromSchema } from './fields-from-schema.ts'
import { isHeic } from './heic.ts'
import { readInputReference } from './input-reference.ts'

/** What is known of one of the person's files; null where it isn't kept. */
export type FileOf = (sha256: string) => Pick<InputFile, 'kind' | 'mediaType'> | null

/** A problem for each of the person's files that only some fields take, HEIC images and what is no medium, in another field. */
export function findUntakenFiles(
  schema: JsonSchema,
  values: Readonly<Record<string, unknown>>,
  fileOf: FileOf,
): Problem[] {
  return filesIn(values, []).flatMap(({ sha256, path }): Problem[] => {
    const file = fileOf(sha256)
    if (file?.kind === 'other')
      return takesAny(schema, path) ? [] : [{ path: [...path], reason: { code: 'not_a_medium' } }]
    const isUntaken = isHeic(file?.mediaType ?? '') && !mayTakeHeic(schema, path)
    return isUntaken ? [{ path: [...path], reason: { code: 'heic' } }] : []
  })
}

/** Whether any file at all is taken at this path: it is sent as its bytes, and the description says no more of it. */
export function takesAny(schema: JsonSchema, path: Path): boolean {
  const field = fieldAt(schema, path)
  return field !== null && 'media' in field && field.media === 'file'
}

/** Whether what is at this path may be a HEIC file: also where the form can't tell, as it is entered as JSON. */
export function mayTakeHeic(schema: JsonSchema, path: Path): boolean {
  const field = fieldAt(schema, path)
  return field === null || !('takesHeic' in field) || field.takesHeic
}

function fieldAt(schema: JsonSchema, [name, ...rest]: Path): Field | null {
  const top = fieldsFromSchema(schema).find((field) => field.name === name) ?? null
  return rest.reduce<Field | null>((field, step) => field && within(field, step), top)
}

function within(field: Field, step: string | number): Field | null {
  switch (field.kind) {
    case 'media-list':
    case 'style-images':
      return field
    case 'nullable':
      return within(field.inner, step)
    case 'list':
      return field.item
    case 'tuple':
      return field.items[Number(step)] ?? field.rest
    case 'object':
      return field.fields.find(({ name }) => name === step) ?? field.extra
    default:
      return null
  }
}

function filesIn(value: unknown, path: Path): readonly { readonly sha256: string; readonly path: Path }[] {
  const sha256 = readInputReference(value)
  if (sha256 !== null) return [{ sha256, path }]
  if (Array.isArray(value)) return value.flatMap((item, index) => filesIn(item, [...path, index]))
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, member]) => filesIn(member, [...path, key]))
}
