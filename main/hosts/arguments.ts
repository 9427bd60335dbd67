import { type ParseArgsConfig, parseArgs } from 'node:util'
import { readBaseUrl } from '../../shared/settings/base-url.ts'
import { type Sentence, SetUpError } from './setup-error.ts'

/** Reads a command line; an unknown option is a `SetUpError` with one sentence. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new SetUpError(sayMistake(error as NodeJS.ErrnoException))
  }
}

/** Node's message starts with the quoted option; faults of its value are only in the text. */
function sayMistake({ code, message }: NodeJS.ErrnoException): Sentence {
  const option = /'(-[^' ]*)/.exec(message)?.[1]
  if (option === undefined) return ({ setup }) => setup.argumentsWrong
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return ({ setup }) => setup.optionUnknown(option)
  const takesNone = message.includes('does not take')
  return ({ setup }) => (takesNone ? setup.optionWithValue(option) : setup.optionWithoutValue(option))
}

/** A port from the command line, 0 for any free one; undefined stays undefined. */
export function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new SetUpError(({ setup }) => setup.portWrong(text))
  return port
}

/** The option by which the person allows an address over plain http. */
export const allowHttpOption = 'allow-http'

/**
 * A service's address from the command line, normalised. Plain http to another machine needs the person's
 * permission. No error repeats an address, which may hold a password.
 */
export function readServiceUrl(
  text: string | undefined,
  { allowsHttp }: { allowsHttp: boolean },
): string | null {
  if (text === undefined) return null
  const read = readBaseUrl(text)
  if (!read.ok) throw new SetUpError(({ setup }) => setup.serviceWrong(read.problem))
  if (read.isInClear && !allowsHttp)
    throw new SetUpError(({ setup }) => setup.addressInClear(read.baseUrl, `--${allowHttpOption}`))
  return read.baseUrl
}
