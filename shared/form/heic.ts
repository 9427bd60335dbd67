import type { JsonSchema } from '../catalog/json-schema.ts'
import type { Keywords } from '../json-schema/flatten.ts'
import { asSchemas } from '../json-schema/schema-node.ts'

/** The studio's mark on a schema whose description says whether it takes HEIC; at a request's root, of any image. */
export const heicKeyword = 'x-takes-heic'

/** Whether a file of this type is an image that only some services take, and no page draws. */
export function isHeic(mediaType: string): boolean {
  return mediaType === 'image/heic' || mediaType === 'image/heif'
}

/** Whether a medium takes HEIC by its own schemas (a list's and its item's), or, where they say nothing, by its request's. */
export function takesHeic(root: JsonSchema, ...schemas: readonly Keywords[]): boolean {
  const forms = schemas.flatMap((schema) => [schema, ...asSchemas(schema.anyOf), ...asSchemas(schema.oneOf)])
  const said = forms.flatMap((form) => (typeof form === 'object' ? (form[heicKeyword] ?? []) : []))
  return said.length > 0 ? said.includes(true) : root[heicKeyword] === true
}
