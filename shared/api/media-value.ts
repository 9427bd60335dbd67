/**
 * What a media field takes (interface: Media inputs): an http or https URL, or a base64 data URI. This is the one place
 * that says so; the request schemas, their JSON Schema, the forms and the sandbox all read it here. The scheme counts
 * in any case. Each form has a pattern, as it is published, and a function that takes exactly the same in one pass.
 */

/** A name or number, a dotted name, or an IPv6 address in brackets; no user name, password, white space or control. */
const host = String.raw`(?:[^\s\u0000-\u001f\u007f/?#@:%<>^|\\\[\]]+|\[[0-9A-Fa-f:.]+\])`

/** A URL by its form; how long it may be stands beside it, as `mediaUrlMaxLength`. */
export const mediaUrlPattern = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://${host}(?::[0-9]{1,5})?(?:[/?#][^\s\u0000-\u001f\u007f]*)?$`

const type = '[A-Za-z0-9!#$&^_.+-]{1,100}/[A-Za-z0-9!#$&^_.+-]{1,100}'
const parameter = String.raw`;[^\s;=,]{1,100}=[^\s;,]{0,100}`
const head = `[Dd][Aa][Tt][Aa]:(?:${type})?(?:${parameter}){0,8};[Bb][Aa][Ss][Ee]64,`
const group = '[A-Za-z0-9+/]'

/**
 * A data URI in base64 as RFC 4648 writes it: whole groups of four, padded, not empty, without white space or percent
 * signs.
 */
export const dataUriPattern = `^${head}(?:${group}{4})*(?:${group}{4}|${group}{3}=|${group}{2}==)$`

const urlExpression = new RegExp(mediaUrlPattern)
const headExpression = new RegExp(`^${head}$`)
/** The longest that a head can be, in characters. */
const headMaxLength = 2000

/** Whether a text is a URL of a medium by its form, whatever its length. */
export function isMediaUrl(text: string): boolean {
  return urlExpression.test(text)
}

/** Whether a text is a base64 data URI: takes what `dataUriPattern` takes, in linear time over any length. */
export function isDataUri(text: string): boolean {
  const start = text.slice(0, headMaxLength).indexOf(',') + 1
  if (start === 0 || (text.length - start) % 4 !== 0 || !headExpression.test(text.slice(0, start)))
    return false
  return /^[A-Za-z0-9+/]+={0,2}$/.test(text.slice(start))
}

/** The bytes of a base64 data URI, still in base64; null for any other text. */
export function readDataUri(text: string): string | null {
  return isDataUri(text) ? text.slice(text.indexOf(',') + 1) : null
}
