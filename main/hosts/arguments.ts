import { type ParseArgsConfig, parseArgs } from 'node:util'
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

/** A service's address from the command line. */
export function readServiceUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new SetUpError(`--service takes an address such as https://service.example, not “${text}”.`)
  }
  return text.replace(/\/+$/, '')
}
