import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { z } from 'zod'

export interface Options {
  /** Without a trailing slash. */
  readonly url: string
  readonly key: string
  readonly usageKey: string | null
  readonly style: string | null
  /** The paths of the listing's models, by id, where the description doesn't give them. */
  readonly paths: Readonly<Record<string, string>>
  readonly control: boolean
  readonly unsigned: boolean
  /** The address under which the service reaches `webhookPort` on this machine. */
  readonly webhookUrl: string | null
  readonly webhookPort: number
  /** Seconds. */
  readonly wait: number
  readonly only: readonly string[]
  readonly json: boolean
  readonly dryRun: boolean
}

/** An argument or a service with which the rules can't be tested; the message is one sentence. */
export class BadArguments extends Error {
  override readonly name = 'BadArguments'
}

const parameters = {
  url: { type: 'string' },
  key: { type: 'string' },
  'usage-key': { type: 'string' },
  style: { type: 'string' },
  paths: { type: 'string' },
  control: { type: 'boolean' },
  unsigned: { type: 'boolean' },
  'webhook-url': { type: 'string' },
  'webhook-port': { type: 'string' },
  wait: { type: 'string' },
  only: { type: 'string', multiple: true },
  json: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
} as const

/** Reads the command line; throws BadArguments. */
export function readOptions(words: readonly string[]): Options {
  const values = parseWords(words)
  return {
    url: readUrl('--url', values.url).replace(/\/+$/, ''),
    key: values.key ?? missing('--key', 'an API key of the service'),
    usageKey: values['usage-key'] ?? null,
    style: values.style ?? null,
    paths: values.paths === undefined ? {} : readPaths(values.paths),
    control: values.control ?? false,
    unsigned: values.unsigned ?? false,
    webhookUrl: values['webhook-url'] === undefined ? null : readUrl('--webhook-url', values['webhook-url']),
    webhookPort: readNumber('--webhook-port', values['webhook-port'] ?? '0', 65_535),
    wait: readNumber('--wait', values.wait ?? '600', 86_400),
    only: values.only ?? [],
    json: values.json ?? false,
    dryRun: values['dry-run'] ?? false,
  }
}

function parseWords(words: readonly string[]) {
  try {
    return parseArgs({ args: [...words], options: parameters }).values
  } catch (cause) {
    throw new BadArguments(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function missing(name: string, what: string): never {
  throw new BadArguments(`${name} is missing: ${what}.`)
}

function readUrl(name: string, text: string | undefined): string {
  if (text === undefined) missing(name, 'the address of the service, such as http://127.0.0.1:4000')
  const protocol = URL.parse(text)?.protocol
  if (protocol === 'http:' || protocol === 'https:') return text
  throw new BadArguments(`${name} must be an http or https URL, not "${text}".`)
}

function readNumber(name: string, text: string, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= most) return value
  throw new BadArguments(`${name} must be a whole number from 0 to ${most}, not "${text}".`)
}

const pathsSchema = z.record(z.string(), z.string().startsWith('/'))

function readPaths(file: string): Readonly<Record<string, string>> {
  try {
    return pathsSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (cause) {
    const message = `--paths must name a JSON file of model ids and their paths, such as {"v1": "/generate/video/vendor/model"}; "${file}" is none.`
    throw new BadArguments(message, { cause })
  }
}
