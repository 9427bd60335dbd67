import { z } from 'zod'
import { mediaKinds } from '../api/media.ts'
import { ownFieldsBounds } from '../form/own-fields.ts'
import { accountSchema } from '../settings/account.ts'
import { isEndpointPath } from '../settings/endpoint-path.ts'

/** How many models of one account may be entered by hand. */
export const mostOwnModels = 100

/** A model that the person entered by hand, as one account’s (CAT155). */
export const ownModelSchema = z.object({
  /** What it is called; short enough to be a headline. */
  name: z.string().trim().min(1).max(40),
  kind: z.enum(mediaKinds),
  path: z.string().refine(isEndpointPath),
  /** Its request as a text of JSON Schema, as it was entered. */
  fields: z.string().max(ownFieldsBounds.bytes),
})

const account = accountSchema.shape.id
const nothing = z.strictObject({})

/** The procedures for models that the person enters by hand. */
export const ownModelProcedures = {
  /** Those of the active account. */
  'ownModels.list': {
    input: nothing,
    output: z.object({ account, models: z.array(ownModelSchema) }),
  },
  /** `replaces`: the path that it had until then; null for one more. */
  'ownModels.save': {
    input: z.strictObject({ account, ...ownModelSchema.shape, replaces: z.string().max(500).nullable() }),
    output: ownModelSchema,
  },
  /** Returns it, so that it can be saved again. */
  'ownModels.remove': {
    input: z.strictObject({ account, path: z.string().max(500) }),
    output: ownModelSchema,
  },
}

export type OwnModel = z.infer<typeof ownModelSchema>
