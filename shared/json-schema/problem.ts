import { z } from 'zod'

/**
 * A violation by one value, without words: the screen and the command line each say it in their language.
 * `path` leads to the value, the field's wire name first; it is empty where the request as a whole is invalid.
 */
export const problemSchema = z.object({
  path: z.array(z.union([z.string(), z.number()])),
  reason: z.discriminatedUnion('code', [
    z.object({ code: z.literal('missing') }),
    z.object({ code: z.literal('unknown_field') }),
    z.object({ code: z.literal('too_long'), maximum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('too_short'), minimum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('too_large'), maximum: z.number() }),
    z.object({ code: z.literal('too_small'), minimum: z.number() }),
    /** The bound itself is not allowed. */
    z.object({ code: z.literal('not_below'), bound: z.number() }),
    z.object({ code: z.literal('not_above'), bound: z.number() }),
    z.object({ code: z.literal('not_a_multiple'), of: z.number() }),
    z.object({ code: z.literal('too_many'), maximum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('too_few'), minimum: z.number(), actual: z.number() }),
    z.object({ code: z.literal('not_unique') }),
    z.object({ code: z.literal('not_an_option'), options: z.array(z.unknown()) }),
    /** `expected` is a JSON type, or several with commas between. */
    z.object({ code: z.literal('wrong_type'), expected: z.string() }),
    z.object({ code: z.literal('wrong_format'), format: z.string() }),
    z.object({ code: z.literal('wrong_pattern'), pattern: z.string() }),
    /** It matches none of the allowed alternatives, or several where exactly one may match. */
    z.object({ code: z.literal('no_form') }),
    z.object({ code: z.literal('several_forms') }),
    z.object({ code: z.literal('forbidden') }),
    /** Pixels and proportions are both set. */
    z.object({ code: z.literal('two_sizes') }),
    z.object({ code: z.literal('not_media') }),
    /** Its bytes are sent, so that an address is none. */
    z.object({ code: z.literal('not_a_file') }),
    /** A HEIC file, where the description doesn't say that HEIC is taken. */
    z.object({ code: z.literal('heic') }),
    /** A file that is no image, video or audio, in a field that takes media. */
    z.object({ code: z.literal('not_a_medium') }),
    z.object({ code: z.literal('not_json') }),
    /** An integer beyond what can be sent exactly. */
    z.object({ code: z.literal('inexact') }),
    /** The schema needs more work than a check may use: its verdict on this value is unknown. */
    z.object({ code: z.literal('too_complex') }),
    z.object({ code: z.literal('invalid') }),
  ]),
})

export type Problem = z.infer<typeof problemSchema>
export type ProblemReason = Problem['reason']
export type Path = readonly (string | number)[]
