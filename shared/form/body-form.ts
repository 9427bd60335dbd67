import { z } from 'zod'
import type { JsonSchema } from '../catalog/json-schema.ts'

/** Where a request's schema says how its body is sent where that is no JSON. */
export const bodyFormKeyword = 'x-body-form'

/** The one field of a request whose body is a single file, or a single text. */
export const wholeBodyFields = { file: 'file', text: 'text' } as const

const partSchema = z.object({
  /** Whether the person's files are sent as their bytes, and not as an address. */
  isFile: z.literal(true).optional(),
  /** A text in base64 represents the file. */
  base64: z.enum(['base64', 'base64url']).optional(),
  /** As the description has it: one type, several, or a range. */
  contentType: z.string().optional(),
  style: z.string().optional(),
  explode: z.boolean().optional(),
})

export const bodyFormSchema = z.object({
  /** Of the body, without parameters. */
  type: z.string(),
  layout: z.enum(['multipart', 'urlencoded', 'whole']),
  /** By field; absent where nothing is said of one. */
  parts: z.record(z.string(), partSchema),
})

/** How the values of a request become a body that is no JSON: as parts, as a query, or as the one value that there is. */
export type BodyForm = z.infer<typeof bodyFormSchema>
export type BodyPart = z.infer<typeof partSchema>

/** Null for JSON. */
export function bodyFormOf(schema: JsonSchema): BodyForm | null {
  const form = bodyFormSchema.safeParse(schema[bodyFormKeyword])
  return form.success ? form.data : null
}
