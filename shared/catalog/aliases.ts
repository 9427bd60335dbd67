import type { FieldAlias } from './model.ts'

/** The date on which most aliases end (interface: Versioning 2). */
export const camelCaseEnd = '2026-06-19'

/** The date on which `style_images` ends as a name of `image_urls`. */
export const styleImagesAliasEnd = '2026-09-11'

function toCamelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** The camelCase spellings of these fields, with their common end. */
export function camelCaseAliases(...fields: readonly string[]): FieldAlias[] {
  return fields.map((field) => ({ from: toCamelCase(field), to: field, until: camelCaseEnd }))
}
