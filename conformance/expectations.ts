import type { z } from 'zod'
import { errorBodySchema } from '../shared/api/error.ts'
import { type Job, jobSchema } from '../shared/api/job.ts'
import { NotTried, Unmet } from './rule.ts'
import type { ServiceResponse } from './service-under-test.ts'

const shownLength = 240

/** A response in one line. */
export function showResponse({ status, text }: ServiceResponse): string {
  return `${status} ${shorten(text) || '(no body)'}`
}

/** A value in one line. */
export function show(value: unknown): string {
  return shorten(JSON.stringify(value) ?? String(value))
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > shownLength ? `${line.slice(0, shownLength)}…` : line
}

export function expectThat(holds: boolean, expected: string, came: unknown): asserts holds {
  if (!holds) throw new Unmet(expected, typeof came === 'string' ? came : show(came))
}

export function expectEqual(came: unknown, expected: unknown, name: string): void {
  expectThat(show(came) === show(expected), `${name} ${show(expected)}`, came)
}

/** A value of this shape; a different one is reported with its first fault. */
export function expectShape<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  name: string,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Unmet(name, `${show(value)} (${issue?.path.join('.')}: ${issue?.message})`)
}

/** 200 with a body in this shape. */
export function expectOk<Schema extends z.ZodType>(
  response: ServiceResponse,
  schema: Schema,
  name: string,
): z.output<Schema> {
  expectThat(response.status === 200, `200 with ${name}`, showResponse(response))
  return expectShape(schema, response.body, name)
}

/** The generation request was accepted. An empty balance or a sunset model says nothing about the rule. */
export function expectAccepted(response: ServiceResponse): Job {
  if (response.status === 402) throw new NotTried('the balance is empty (402)')
  if (response.status === 410) throw new NotTried('the model is past its sunset date (410)')
  return expectOk(response, jobSchema, 'a job record')
}

/**
 * Refused with `{error}`: with one of these statuses, or any of the 400s where the interface names none. An empty
 * balance says nothing about the rule.
 */
export function expectRefused(response: ServiceResponse, ...statuses: readonly number[]): string {
  if (response.status === 402 && !statuses.includes(402)) throw new NotTried('the balance is empty (402)')
  const listed = statuses.length > 0
  const expected = `${listed ? statuses.join(' or ') : 'a status of 400 to 499'} with {error}`
  const { status } = response
  expectThat(
    listed ? statuses.includes(status) : status >= 400 && status < 500,
    expected,
    showResponse(response),
  )
  const body = errorBodySchema.safeParse(response.body)
  if (!body.success) throw new Unmet(expected, showResponse(response))
  return body.data.error
}

/** Errors about the key, the path or the rate, not about the request's content. */
const besideTheRequest: ReadonlySet<number> = new Set([401, 403, 404, 405, 410, 429])

/** The request itself was refused: for a field of it, not for its key or its path. */
export function expectInvalid(response: ServiceResponse): void {
  const expected = 'a status of 400 to 499 for an invalid request, with {error}'
  expectThat(!besideTheRequest.has(response.status), expected, showResponse(response))
  expectRefused(response)
}
