import { z } from 'zod'

/** How many actions, and how many names of what it was made from, one view holds; of more, the first. */
export const mostCredentialActions = 20
export const mostIngredients = 10

const text = z.string().max(200)

/**
 * Why Content Credentials are not valid. `changed`: the file is not the one that was signed. `signature`: the record itself
 * is not. `certificate`: the signer's certificate was not valid for it. `other`: anything else.
 */
export const credentialFaults = ['changed', 'signature', 'certificate', 'other'] as const

/** `ai`: made by a generative model; `ai_part`: with material that is; `camera`: captured. */
export const credentialOrigins = ['ai', 'ai_part', 'camera'] as const

/**
 * The Content Credentials (C2PA) of a file. `none`: it has none. `unread`: it has some that could not be read within the
 * limits of time and memory, or at all. `remote`: they are not in the file, which names the place on the web where they
 * are, and that is not requested. `verdict`: `valid` says that the file is as it was signed, `trusted` also that its
 * signer is on the person's own list.
 */
export const credentialsSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('unread') }),
  z.object({ state: z.literal('remote'), host: text }),
  z.object({
    state: z.literal('read'),
    verdict: z.enum(['trusted', 'valid', 'invalid']),
    /** Null where it is valid. */
    fault: z.enum(credentialFaults).nullable(),
    /** Whether a list of trusted signers is there to compare with. */
    isSignerChecked: z.boolean(),
    signer: text.nullable(),
    signedAt: z.iso.datetime().nullable(),
    /** The program that wrote them, with its version. */
    generator: text.nullable(),
    origin: z.enum(credentialOrigins).nullable(),
    /** As C2PA names them, such as `c2pa.created`, in their order; `tool`: what did it. */
    actions: z.array(z.object({ action: text, tool: text.nullable() })).max(mostCredentialActions),
    /** Titles of what it was made from. */
    ingredients: z.array(text).max(mostIngredients),
  }),
])

export const credentialsProcedures = {
  /** Those of a file in the library. Nothing is requested from anywhere, whatever they name. */
  'library.credentials': { input: z.strictObject({ fileId: z.uuid() }), output: credentialsSchema },
} as const

export type CredentialsView = z.infer<typeof credentialsSchema>
export type ReadCredentials = Extract<CredentialsView, { state: 'read' }>
