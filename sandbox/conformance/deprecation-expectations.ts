import { readDeprecationHeaders } from '../../shared/api/deprecation.ts'
import { type SunsetBody, sunsetBodySchema } from '../../shared/api/error.ts'
import { type Description, deprecatedOperations } from './description.ts'
import { expectEqual, expectShape, expectThat, showAnswer } from './expectations.ts'
import { NotTried } from './rule.ts'
import type { Answer } from './service-under-test.ts'

const rfc1123 = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** A successful answer with the three headers of a deprecated endpoint (interface: Versioning 3); answers its end. */
export function expectDeprecationHeaders(answer: Answer): Date {
  if (answer.status === 410) throw new NotTried('the operation is past its end (410)')
  expectThat(answer.status === 200, '200', showAnswer(answer))
  const { headers } = answer
  expectEqual(headers.get('deprecation'), 'true', 'Deprecation:')
  const sunset = headers.get('sunset') ?? ''
  expectThat(rfc1123.test(sunset), 'Sunset: an RFC 1123 date', sunset || 'none')
  const link = headers.get('link') ?? ''
  const notice = readDeprecationHeaders((name) => headers.get(name))
  expectThat((notice?.link ?? null) !== null, 'Link: with rel deprecation', link || 'none')
  expectThat(/type="?text\/html"?/.test(link), 'Link: of type text/html', link)
  return new Date(sunset)
}

/** A 410 as the interface's table of error bodies has it. The message may write the date in its own way. */
export function expectSunsetBody(answer: Answer): SunsetBody {
  expectThat(answer.status === 410, '410 with the sunset body', showAnswer(answer))
  const body = expectShape(sunsetBodySchema, answer.body, 'the sunset body')
  expectEqual(body.error, 'model_unavailable', 'error')
  expectEqual(body.reason, 'deprecated', 'reason')
  const { message, sunset_date: date, replacement = '' } = body
  expectThat(message.includes(date) || message.includes(date.slice(0, 4)), `a message with ${date}`, message)
  const short = replacement.split('/').at(-1) ?? ''
  expectThat(message.includes(short), `a message that names the replacement ${replacement}`, message)
  return body
}

/** A described operation that is marked as deprecated and begins with a warning. */
export function expectWarning(description: Description | null, path: string): void {
  if (!description) throw new NotTried('there is no description at /openapi.json')
  const operation = deprecatedOperations(description).find((one) => one.path === path)
  expectThat(operation !== undefined, `${path} with deprecated: true`, 'otherwise')
  const start = operation.text.trimStart().split('\n')[0] ?? ''
  expectThat(/warning|deprecat|sunset|⚠/i.test(start), `a warning at the start of ${path}`, start)
}
