const reservedNames = /^(con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]|conin\$|conout\$)$/i
const longestSlug = 48

/**
 * A result's file name: date, model, the prompt's first words, and the end of its id; valid on every file
 * system; without an extension.
 */
export function fileName(parts: {
  readonly completedAt: number
  readonly modelId: string
  readonly prompt: string
  readonly fileId: string
}): string {
  const date = new Date(parts.completedAt).toISOString().slice(0, 10)
  const words = [date, parts.modelId, slug(parts.prompt), parts.fileId.replaceAll('-', '').slice(-12)]
  return words.filter((word) => word !== '').join('-')
}

/**
 * A result's path in the library, relative to the data folder: by the month in its name, not of its download,
 * so that a file fetched twice has one place (LIB18).
 */
export function filePlace(name: string, extension: string): string {
  const month = /^\d{4}-\d{2}(?=-)/.exec(name)?.[0] ?? 'undated'
  return `media/${month}/${name}${extension}`
}

/**
 * A prompt's words, letters (with their marks) and digits of any script, joined by hyphens, cut between words
 * where possible.
 */
export function slug(text: string): string {
  const words =
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? []
  let result = ''
  for (const word of words) {
    const longer = result === '' ? [...word].slice(0, longestSlug).join('') : `${result}-${word}`
    if ([...longer].length > longestSlug) break
    result = longer
  }
  return isReservedName(result) ? `${result}-` : result
}

/** Whether Windows keeps the name for a device. */
export function isReservedName(name: string): boolean {
  return reservedNames.test(name)
}
