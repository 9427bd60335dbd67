import { z } from 'zod'
import { type MediaKind, mediaUrlMaxLength } from '../api/media.ts'
import { dataUriPattern, isDataUri, isMediaUrl, mediaUrlPattern } from '../api/media-value.ts'
import { countCharacters } from '../json-schema/count-characters.ts'

/**
 * A text of bounded length, in characters. The bounds are in the JSON Schema, which counts code points; zod's
 * own bounds would count an astral character twice.
 */
export function text({ minimum, maximum }: { readonly minimum?: number; readonly maximum?: number }) {
  return z
    .string()
    .check(({ value, issues }) => {
      // No character is more than two UTF-16 units, so a text of megabytes needs no counting.
      const length = value.length > 2 * (maximum ?? value.length) ? value.length : countCharacters(value)
      const bound = { origin: 'string', input: value, inclusive: true, continue: true } as const
      if (minimum !== undefined && length < minimum) issues.push({ ...bound, code: 'too_small', minimum })
      if (maximum !== undefined && length > maximum) issues.push({ ...bound, code: 'too_big', maximum })
    })
    .meta({
      ...(minimum !== undefined && { minLength: minimum }),
      ...(maximum !== undefined && { maxLength: maximum }),
    })
}

const mediaUrl = text({ maximum: mediaUrlMaxLength }).refine(isMediaUrl).meta({ pattern: mediaUrlPattern })
const dataUri = z.string().refine(isDataUri).meta({ pattern: dataUriPattern })

/**
 * A media field: a URL of at most 1024 characters or a base64 data URI (interface: Media inputs). `x-media`
 * gives the form its kind; an uploaded asset is a URL too.
 */
export function media(kind: MediaKind) {
  return z.union([mediaUrl, dataUri]).meta({ 'x-media': kind })
}

/** A prompt without listed bounds. */
export const prompt = z.string()

export const nonEmptyPrompt = text({ minimum: 1 })

/** Width or height in pixels, without listed bounds. */
export const pixels = z.int().min(1)

/** Seconds. */
export function seconds(minimum: number, maximum: number) {
  return z.number().min(minimum).max(maximum).meta({ 'x-unit': 'seconds' })
}

/** Styles by id, each with a strength (decision 5). */
export function styles(maximum: number) {
  return z
    .array(
      z.strictObject({ id: z.string().min(1), strength: z.number().min(-2).max(2).default(1).optional() }),
    )
    .max(maximum)
    .meta({ 'x-styles': true })
}

/** Images whose style is followed, each with a strength (decision 5). */
export const styleImages = z
  .array(z.strictObject({ url: media('image'), strength: z.number().optional() }))
  .meta({ 'x-style-images': true })
