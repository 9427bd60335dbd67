/** A control or heading that is in view: its tag or role, and its name. */
export interface Seen {
  readonly kind: string
  readonly name: string
}

const date =
  /\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b(?=[ ,]|$)|\d{4}-\d\d/

/** A key that systems call differently. */
const key = /(?:Ctrl |⌘)↵/g

/**
 * What is seen in an image, each once, a line for each. Without what changes from day to day, from run to run and between
 * systems: what is named by a date is left out, every number is a 0, and the key of a button is not its name.
 */
export function outlineOf(seen: readonly Seen[]): string {
  const lines = seen
    .filter(({ name }) => name !== '' && !date.test(name))
    .map(({ kind, name }) => `${kind} ${name.replaceAll(key, '').replaceAll(/\d+(?:[.,:]\d+)*/g, '0')}`)
  return `${[...new Set(lines)].sort().join('\n')}\n`
}
