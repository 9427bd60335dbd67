/** A range in braces, as shells write it: `{1..3}`, `{a..e}`, `{0..10..5}`. */
const range =
  /(?<!\\)\{(?:(-?\d{1,9})\.\.(-?\d{1,9})|([a-z])\.\.([a-z])|([A-Z])\.\.([A-Z]))(?:\.\.(-?\d{1,9}))?\}/g

/** More choices than this are hardly meant. */
const mostChoices = 100

interface SpelledOut {
  readonly prompt: string
  /** The first range as choices, its middle left out where they are many. */
  readonly first: string
}

/**
 * The prompt with its ranges written as choices: `{1..3}` becomes `{1|2|3}`. Null where it has none, of at most so many
 * choices; what is no such range stays as it is.
 */
export function spellOutRanges(prompt: string): SpelledOut | null {
  let first: readonly string[] | null = null
  const spelled = prompt.replace(range, (whole, ...groups: (string | undefined)[]) => {
    const [from = '', to = ''] = groups.slice(0, 6).filter((group) => group !== undefined)
    const choices = choicesOf(from, to, groups[6])
    first ??= choices
    return choices ? `{${choices.join('|')}}` : whole
  })
  return first && { prompt: spelled, first: excerptOf(first) }
}

/** The most choices that are shown one by one. */
const mostShown = 5

function excerptOf(choices: readonly string[]): string {
  const shown =
    choices.length > mostShown ? [...choices.slice(0, mostShown - 2), '…', ...choices.slice(-1)] : choices
  return `{${shown.join('|')}}`
}

function choicesOf(from: string, to: string, by: string | undefined): readonly string[] | null {
  const isNumeric = /\d/.test(from)
  const numberOf = (end: string) => (isNumeric ? Number(end) : (end.codePointAt(0) ?? 0))
  const [first, last] = [numberOf(from), numberOf(to)]
  const step = Math.abs(Number(by ?? 1))
  const count = Math.floor(Math.abs(last - first) / step) + 1
  if (step === 0 || count < 2 || count > mostChoices) return null
  const digits = isNumeric && [from, to].some(isPadded) ? Math.max(...[from, to].map(lengthOf)) : 0
  return Array.from({ length: count }, (_, index) => {
    const at = first + Math.sign(last - first) * step * index
    if (!isNumeric) return String.fromCodePoint(at)
    return `${at < 0 ? '-' : ''}${String(Math.abs(at)).padStart(digits, '0')}`
  })
}

/** `01`: all numbers of its range have as many digits. */
function isPadded(end: string): boolean {
  return /^-?0\d/.test(end)
}

function lengthOf(end: string): number {
  return end.replace('-', '').length
}
