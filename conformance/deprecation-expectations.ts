import { readDeprecationHeaders } from '../shared/api/deprecation.ts'
import { type SunsetBody, sunsetBodySchema } from '../shared/api/error.ts'
import { type Description, deprecatedOperations } from './description.ts'
import { expectEqual, expectShape, expectThat, showResponse } from './expectations.ts'
import { NotTried } from './rule.ts'
import type { ServiceResponse } from './service-under-test.ts'

const rfc1123 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/**
 * A successful response with the three headers of a deprecated endpoint (interface: Versioning 3); returns its
 * end.
 */
export function expectDeprecationHeaders(response: ServiceResponse): Date {
  if (response.status === 410) throw new NotTried('the operation is past its end (410)')
  expectThat(response.status === 200, '200', showResponse(response))
  const { headers } = response
  expectEqual(headers.get('deprecation'), 'true', 'Deprecation:')
  const sunset = headers.get('sunset') ?? ''
  expectThat(rfc1123.test(sunset), 'Sunset: an RFC 1123 date', sunset || 'none')
  const link = headers.get('link') ?? ''
  const notice = readDeprecationHeaders((name) => headers.get(name))
  expectThat((notice?.link ?? null) !== null, 'Link: with rel deprecation', link || 'none')
  expectThat(/type="?text\/html"?/.test(link), 'Link: of type text/html', link)
  return new Date(sunset)
}

/**
 * A 410 as in the interface's table of error bodies. Its message names the model (by one of `names`), the date,
 * in any format, and the replacement.
 */
export function expectSunsetBody(response: ServiceResponse, names: readonly string[]): SunsetBody {
  expectThat(response.status === 410, '410 with the sunset body', showResponse(response))
  const body = expectShape(sunsetBodySchema, response.body, 'the sunset body')
  expectEqual(body.error, 'model_unavailable', 'error')
  expectEqual(body.reason, 'deprecated', 'reason')
  const { message, sunset_date: date, replacement = '' } = body
  const isNamed = names.some((name) => message.toLowerCase().includes(name.toLowerCase()))
  expectThat(isNamed, `a message that names the model (${names.join(' or ')})`, message)
  expectThat(writesDate(message, date), `a message with ${date}`, message)
  const short = replacement.split('/').at(-1) ?? ''
  expectThat(message.includes(short), `a message that names the replacement ${replacement}`, message)
  return body
}

/** Whether a text holds this date: in digits, or with the month as a word. */
function writesDate(text: string, date: string): boolean {
  const month = new Date(date).toLocaleString('en', { month: 'short', timeZone: 'UTC' })
  const [year = '', , day = ''] = date.split('-')
  if (text.includes(date)) return true
  return (
    text.includes(year) &&
    new RegExp(`\\b${Number(day)}\\b`).test(text) &&
    new RegExp(`\\b${month}`, 'i').test(text)
  )
}

/** Possible names of a model in a message: its description's summary, or the last part of its path. */
export function namesOf(description: Description | null, path: string): string[] {
  const summary = description?.paths[path]?.post?.summary
  return [path.split('/').at(-1) ?? path, ...(summary ? [summary] : [])]
}

/** A described operation that is marked as deprecated and begins with a warning. */
export function expectWarning(description: Description | null, path: string): void {
  if (!description) throw new NotTried('there is no description at /openapi.json')
  const operation = deprecatedOperations(description).find((one) => one.path === path)
  expectThat(operation !== undefined, `${path} with deprecated: true`, 'otherwise')
  const start = operation.text.trimStart().split('\n')[0] ?? ''
  expectThat(/warning|deprecat|sunset|⚠/i.test(start), `a warning at the start of ${path}`, start)
}
