import { type ParseArgsConfig, parseArgs } from 'node:util'
import { readBaseUrl } from '../../shared/settings/base-url.ts'
import { addressProblems, sayReason } from '../../shared/words/en/reasons.ts'
import { SetUpError } from './setup-error.ts'

/** Reads a command line; an option that isn't there is a `SetUpError` in one sentence. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new SetUpError(
      (error as Error).message.split('. ')[0]?.replace(/\.?$/, '.') ?? 'The arguments are wrong.',
    )
  }
}

/** A port from the command line, 0 for any free one; undefined stays undefined. */
export function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new SetUpError(`--port takes a number from 0 to 65535, not “${text}”.`)
  return port
}

/** The option that is the person's word for an address over plain http. */
export const allowHttpOption = 'allow-http'

/**
 * A service's address from the command line, in its one spelling. Plain http off this machine needs the person's word.
 * No sentence repeats what may hold a password.
 */
export function readServiceUrl(
  text: string | undefined,
  { allowsHttp }: { allowsHttp: boolean },
): string | null {
  if (text === undefined) return null
  const read = readBaseUrl(text)
  if (!read.ok)
    throw new SetUpError(`The address of --service can’t be used: ${addressProblems[read.problem]}.`)
  if (read.isInClear && !allowsHttp)
    throw new SetUpError(
      `${sayReason({ code: 'address_in_clear', address: read.baseUrl })} Use its https:// address; if you insist on this one, add --${allowHttpOption}.`,
    )
  return read.baseUrl
}
