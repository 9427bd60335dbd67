/** The interface gives no bound for a style's id; longer ones are sent as they are, but not kept as known styles. */
export const longestStyleId = 512

/** The longest text to search styles by. */
export const longestStyleSearch = 500

/** Of the person's own words about a style. */
export const longestStyleName = 200
export const longestStyleNote = 2_000

const controls = /\p{Cc}/u
/** Addresses resolve these as steps between folders, also where they are escaped. */
const steps: ReadonlySet<string> = new Set(['.', '..'])

/** Whether this can be kept and shown as the id of a style: a bounded text without control characters. */
export function isStyleId(text: string): boolean {
  return (
    text !== '' &&
    text.length <= longestStyleId &&
    text.trim() === text &&
    text.isWellFormed() &&
    !controls.test(text)
  )
}

/** The id as one segment of a path; null where it can't be one. */
export function segmentOfStyle(styleId: string): string | null {
  if (!isStyleId(styleId) || steps.has(styleId)) return null
  return encodeURIComponent(styleId)
}
