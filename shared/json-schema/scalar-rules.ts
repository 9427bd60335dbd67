import { countCharacters } from './count-characters.ts'
import { matchPattern } from './match-pattern.ts'
import { asNumber, typesOf } from './schema-node.ts'
import { type Question, refuse, type Verdict } from './verdict.ts'

const textRules = ['minLength', 'maxLength', 'pattern', 'format']

/** The keywords for a text; lengths count code points. A value still to come is left undecided. */
export function checkString(question: Question, text: string, verdict: Verdict): void {
  const { schema, path } = question
  if (question.isToCome(text)) {
    if (textRules.some((rule) => Object.hasOwn(schema, rule))) verdict.isOpen = true
    return
  }
  checkLength({ schema, path }, text, verdict)
  const { pattern, format } = schema
  if (typeof pattern === 'string') {
    const found = matchPattern(pattern, text, question.work)
    if (found === 'unknown') verdict.isOpen = true
    else if (found === false) refuse(verdict, path, { code: 'wrong_pattern', pattern })
  }
  if (typeof format === 'string' && formats.get(format)?.(text) === false)
    refuse(verdict, path, { code: 'wrong_format', format })
}

function checkLength(
  { schema, path }: Pick<Question, 'schema' | 'path'>,
  text: string,
  verdict: Verdict,
): void {
  const minimum = asNumber(schema.minLength)
  const maximum = asNumber(schema.maxLength)
  if (minimum === null && maximum === null) return
  const actual = countCharacters(text)
  if (maximum !== null && actual > maximum) refuse(verdict, path, { code: 'too_long', maximum, actual })
  if (minimum !== null && actual < minimum) refuse(verdict, path, { code: 'too_short', minimum, actual })
}

/** An integer that a double can't hold exactly is refused: another one than intended would be sent. */
export function checkNumber({ schema, path }: Question, value: number, verdict: Verdict): void {
  const isWhole = typesOf(schema)?.includes('integer') && Number.isInteger(value)
  const minimum = asNumber(schema.minimum)
  const maximum = asNumber(schema.maximum)
  const above = asNumber(schema.exclusiveMinimum)
  const below = asNumber(schema.exclusiveMaximum)
  const of = asNumber(schema.multipleOf)
  if (isWhole && !Number.isSafeInteger(value)) refuse(verdict, path, { code: 'inexact' })
  if (maximum !== null && value > maximum) refuse(verdict, path, { code: 'too_large', maximum })
  if (minimum !== null && value < minimum) refuse(verdict, path, { code: 'too_small', minimum })
  if (below !== null && value >= below) refuse(verdict, path, { code: 'not_below', bound: below })
  if (above !== null && value <= above) refuse(verdict, path, { code: 'not_above', bound: above })
  if (of !== null && of > 0 && !isMultiple(value, of)) refuse(verdict, path, { code: 'not_a_multiple', of })
}

/** As exact as doubles allow: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  if (Number.isInteger(value) && Number.isInteger(of)) return value % of === 0
  const times = value / of
  return Math.abs(times - Math.round(times)) <= 1e-9 * Math.max(1, Math.abs(times))
}

const days = /^(\d{4})-(\d\d)-(\d\d)$/
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):?[0-5]\d)$/i

function isDate(text: string): boolean {
  const [, year, month, day] = days.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function isDateTime(text: string): boolean {
  const [date = '', clock = '', ...rest] = text.split(/t/i)
  return rest.length === 0 && isDate(date) && time.test(clock)
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s<>"\\^`{|}]*$/i.test(text)
}

/**
 * The formats that are enforced: each is cheap to check and no service that names it accepts anything else.
 * Every other name is an annotation, as JSON Schema defines it.
 */
const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['time', (text: string) => time.test(text)],
  ['uri', isUri],
  ['email', (text: string) => /^[^\s@]+@[^\s@]+$/.test(text)],
  /** The studio's own: of what is sent as a file's bytes. */
  ['atelier-input', (text: string) => /^atelier-input:[0-9a-f]{64}$/.test(text)],
  ['uuid', (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)],
])
