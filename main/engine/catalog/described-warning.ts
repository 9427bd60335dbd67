import { readLink } from '../../../shared/api/deprecation.ts'
import { readServiceDate, startOf } from '../../../shared/api/service-date.ts'

/** The warning block at the start of a deprecated operation's text (interface: Versioning 1). */
export interface DescribedWarning {
  /** The block as plain text. */
  readonly text: string
  /** See `serviceDateSchema`. */
  readonly sunsetDate: string | null
  /** A path such as `video/acme/dolly`, or a name. */
  readonly replacement: string | null
  readonly link: string | null
}

const longestBlock = 4_000
const longestText = 400
const warningStart = /^[^\p{L}]*(warning|deprecat|sunset|caution|important|attention)/iu

/** Splits an operation's text into its warning block and the rest; no block where it doesn't start with one. */
export function splitWarning(description: unknown): { readonly block: string | null; readonly rest: string } {
  if (typeof description !== 'string') return { block: null, rest: '' }
  const text = description.trimStart()
  const end = text.startsWith('>') ? endOfQuote(text) : endOfParagraph(text)
  const block = text.slice(0, end)
  const isWarning = block.startsWith('>') || warningStart.test(block.slice(0, longestText))
  return isWarning ? { block, rest: text.slice(end) } : { block: null, rest: text }
}

function endOfQuote(text: string): number {
  const end = text.search(/\n(?!>)/)
  return end < 0 ? text.length : end
}

function endOfParagraph(text: string): number {
  const end = text.search(/\n[ \t]*\n/)
  return end < 0 ? text.length : end
}

/**
 * Parses the block; null where there is none. `ownPath` is the operation's, which can't be its own replacement.
 */
export function readWarning(description: unknown, ownPath: string): DescribedWarning | null {
  const block = splitWarning(description).block?.slice(0, longestBlock)
  if (block === undefined) return null
  const text = toPlainText(block)
  if (text === '') return null
  return {
    text: text.length > longestText ? `${text.slice(0, longestText)}…` : text,
    sunsetDate: findSunsetDate(text),
    replacement: findReplacement(text, ownPath),
    link: readLink(/https?:\/\/[^\s)>\]"'`]*[^\s)>\]"'`.,;:!?]/.exec(block)?.[0]),
  }
}

function toPlainText(block: string): string {
  return block
    .replace(/^>[ \t]?/gm, '')
    .replace(/\[!\w+\]/g, '')
    .replace(/\[([^\]\n]*)\]\([^)\n]*\)/g, '$1')
    .replace(/[*`#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const datePattern =
  /\b\d{4}-\d\d-\d\d(?:T[\d:.]+(?:Z|[+-]\d\d:?\d\d)?)?|\b\d{1,2} [A-Z][a-z]{2,8} \d{4}\b|\b[A-Z][a-z]{2,8} \d{1,2}, \d{4}\b/g
const endWords =
  /\b(sunset|retire|remov|shut|switch|stop|end|410|unavailable|discontinu|until|after|no longer|from)/i

/** The last date of a sentence about the end; a lone date of the block counts as one. */
function findSunsetDate(text: string): string | null {
  const sentences = text.split(/(?<=[.!?])\s/)
  const dates = sentences.filter((sentence) => endWords.test(sentence)).flatMap(datesOf)
  const found = dates.length > 0 ? dates : datesOf(text)
  if (dates.length === 0 && found.length > 1) return null
  return found.toSorted((left, right) => startOf(right) - startOf(left))[0] ?? null
}

function datesOf(text: string): string[] {
  return [...text.matchAll(datePattern)].flatMap(([date]) => {
    const [, month, day, year] = /^([A-Z][a-z]+) (\d{1,2}), (\d{4})$/.exec(date) ?? []
    const written = month === undefined ? date : `${day} ${month} ${year}`
    return readServiceDate(written) ?? readServiceDate(`${written} 00:00 GMT`) ?? []
  })
}

const pathPattern = /(?<![\w/])\/?(?:generate\/)?((?:image|video|audio)\/[\w.~-]+\/[\w.~-]*[\w~-])/g

function findReplacement(text: string, ownPath: string): string | null {
  const paths = [...text.matchAll(pathPattern)].map(([, path = '']) => path)
  const other = paths.find((path) => `/generate/${path}` !== ownPath)
  return other ?? /\b(?:use|switch to|migrate to)\s+([^.!?]{2,80}?)\s+instead\b/i.exec(text)?.[1] ?? null
}
