/**
 * The values of a media field (interface: Media inputs): an http or https URL, or a base64 data URI. The only
 * definition: the request schemas, their JSON Schema, the forms and the sandbox all use it. The scheme is
 * case-insensitive. Each form has a pattern, as published, and a function that accepts exactly the same in one
 * pass.
 */

/**
 * A host: a name or number, a dotted name, or an IPv6 address in brackets; no user name, password, white space
 * or control character.
 */
const host = String.raw`(?:[^\s\u0000-\u001f\u007f/?#@:%<>^|\\\[\]]+|\[[0-9A-Fa-f:.]+\])`

/** The form of a URL; its maximum length is separate, in `mediaUrlMaxLength`. */
export const mediaUrlPattern = String.raw`^[Hh][Tt][Tt][Pp][Ss]?://${host}(?::[0-9]{1,5})?(?:[/?#][^\s\u0000-\u001f\u007f]*)?$`

const type = '[A-Za-z0-9!#$&^_.+-]{1,100}/[A-Za-z0-9!#$&^_.+-]{1,100}'
const parameter = String.raw`;[^\s;=,]{1,100}=[^\s;,]{0,100}`
const head = `[Dd][Aa][Tt][Aa]:(?:${type})?(?:${parameter}){0,8};[Bb][Aa][Ss][Ee]64,`
const group = '[A-Za-z0-9+/]'

/**
 * A base64 data URI as in RFC 4648: whole groups of four, padded, not empty, without white space or percent
 * signs.
 */
export const dataUriPattern = `^${head}(?:${group}{4})*(?:${group}{4}|${group}{3}=|${group}{2}==)$`

const urlExpression = new RegExp(mediaUrlPattern)
const headExpression = new RegExp(`^${head}$`)
/** The maximum length of the part before the data, in characters. */
const headMaxLength = 2000

/** Whether a text has the form of a media URL, whatever its length. */
export function isMediaUrl(text: string): boolean {
  return urlExpression.test(text)
}

/** Whether a text is a base64 data URI: accepts what `dataUriPattern` accepts, in linear time for any length. */
export function isDataUri(text: string): boolean {
  const start = text.slice(0, headMaxLength).indexOf(',') + 1
  if (start === 0 || (text.length - start) % 4 !== 0 || !headExpression.test(text.slice(0, start)))
    return false
  const end = text.endsWith('==') ? -2 : text.endsWith('=') ? -1 : text.length
  const digits = text.slice(start, end)
  // A search for what is no digit remembers nothing; a match of millions of digits can fill the engine's stack.
  return digits !== '' && !/[^A-Za-z0-9+/]/.test(digits)
}

/** The bytes of a base64 data URI, still in base64; null for any other text. */
export function readDataUri(text: string): string | null {
  return isDataUri(text) ? text.slice(text.indexOf(',') + 1) : null
}
