import { inspect } from 'node:util'
import type { KeyMask } from '../engine/service/key-mask.ts'

const deepestCause = 5
const longestText = 20_000

/**
 * What an error says that nothing caught, with its causes and without the keys that this process has used (SEC383).
 * What else an error carries, such as a request, is left out.
 */
export function describeUncaught(error: unknown, mask: Pick<KeyMask, 'text'>): string {
  // Cut only once it is masked: half a key would not be found.
  return mask.text(textOf(error, 0)).slice(0, longestText)
}

function textOf(error: unknown, depth: number): string {
  if (!(error instanceof Error)) return inspect(error, { depth: 0, maxStringLength: null, maxArrayLength: 0 })
  const own = String(error.stack || error)
  const among = error instanceof AggregateError ? error.errors : []
  const inner = [...(error.cause === undefined ? [] : [error.cause]), ...among]
  if (inner.length === 0 || depth === deepestCause) return own
  return [own, ...inner.map((one) => `cause: ${textOf(one, depth + 1)}`)].join('\n')
}

/**
 * Prints what nothing caught and ends the program with 1, as Node does by itself, but without keys. A promise's rejection
 * arrives as an exception.
 */
export function endOnUncaught(
  program: Pick<NodeJS.Process, 'on' | 'exit'>,
  mask: Pick<KeyMask, 'text'>,
  say: (text: string) => void,
): void {
  program.on('uncaughtException', (error: unknown) => {
    say(describeUncaught(error, mask))
    program.exit(1)
  })
}
