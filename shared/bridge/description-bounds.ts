/** Of a description that is given as a text, in characters; a larger one is read at its address. */
export const descriptionTextMaxLength = 6 * 1024 * 1024

/** Whether a description may be read there: over http or https, without a password, which would be kept in clear. */
export function isDescriptionUrl(text: string): boolean {
  const url = text.length > 2_000 ? null : URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}
