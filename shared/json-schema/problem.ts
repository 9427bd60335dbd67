import { z } from 'zod'

/**
 * What is wrong with one value, without words: the screen and the command line say it each in their language.
 * `path` is the way to the value, the field's wire name first; it is empty where the request as a whole is wrong.
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
    /** It fits none of the forms that are allowed, or several where just one may fit. */
    z.object({ code: z.literal('no_form') }),
    z.object({ code: z.literal('several_forms') }),
    z.object({ code: z.literal('forbidden') }),
    z.object({ code: z.literal('not_media') }),
    z.object({ code: z.literal('not_json') }),
    /** A whole number beyond what can be sent exactly. */
    z.object({ code: z.literal('inexact') }),
    /** The schema asks for more work than a check may take: what it says of this value is not known. */
    z.object({ code: z.literal('too_complex') }),
    z.object({ code: z.literal('invalid') }),
  ]),
})

export type Problem = z.infer<typeof problemSchema>
export type ProblemReason = Problem['reason']
export type Path = readonly (string | number)[]
