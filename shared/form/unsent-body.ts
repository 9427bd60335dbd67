import type { JsonSchema } from '../catalog/json-schema.ts'

/** The keyword under which a request's schema names the type of a body that is no JSON, and so can't be sent. */
export const unsentBodyKeyword = 'x-unsent-body'

/** The media type of a body that can't be sent, such as `multipart/form-data`; null where it can. */
export function unsentBodyOf(schema: JsonSchema): string | null {
  const type = schema[unsentBodyKeyword]
  return typeof type === 'string' ? type : null
}
