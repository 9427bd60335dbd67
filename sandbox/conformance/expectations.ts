import assert from 'node:assert/strict'
import { errorBodySchema } from '../../shared/api/error.ts'

/** The answer has this status and the generic error body; answers its words. */
export async function expectError(response: Response, ...statuses: readonly number[]): Promise<string> {
  const text = await response.text()
  assert.ok(
    statuses.includes(response.status),
    `expected ${statuses.join(' or ')}, was ${response.status}: ${text}`,
  )
  return errorBodySchema.parse(JSON.parse(text)).error
}

/** The answer is 200; answers its body. */
export async function expectJson(response: Response): Promise<unknown> {
  const text = await response.text()
  assert.equal(response.status, 200, `expected 200, was ${response.status}: ${text}`)
  return JSON.parse(text)
}
