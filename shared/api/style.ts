import { z } from 'zod'

/** The response of POST /styles/{id}/share/workspace (interface: Style share result). */
export const styleShareResultSchema = z.looseObject({
  success: z.boolean(),
  style_id: z.string(),
  workspace: z.looseObject({ id: z.string(), name: z.string() }),
})

export type StyleShareResult = z.infer<typeof styleShareResultSchema>
