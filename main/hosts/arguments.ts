import { type ParseArgsConfig, parseArgs } from 'node:util'
import { readBaseUrl } from '../../shared/settings/base-url.ts'
import { SetUpError } from './setup-error.ts'

/** Reads a command line; an option that isn't there is a `SetUpError` in one sentence. */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  words: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...words], options, allowPositionals: true, strict: true })
  } catch (error) {
    // Node's own words.
    const [sentence] = (error as Error).message.split('. ')
    throw new SetUpError(sentence?.replace(/\.?$/, '.') ?? (({ setup }) => setup.argumentsWrong))
  }
}

/** A port from the command line, 0 for any free one; undefined stays undefined. */
export function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new SetUpError(({ setup }) => setup.portWrong(text))
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
  if (!read.ok) throw new SetUpError(({ setup }) => setup.serviceWrong(read.problem))
  if (read.isInClear && !allowsHttp)
    throw new SetUpError(({ setup }) => setup.addressInClear(read.baseUrl, `--${allowHttpOption}`))
  return read.baseUrl
}
