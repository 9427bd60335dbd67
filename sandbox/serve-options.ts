import { parseArgs } from 'node:util'
import type { SandboxOptions } from './app.ts'
import { type MediaLimit, mediaLimitSchema } from './media/render-order.ts'
import { SetupError } from './setup-error.ts'

export interface ServeOptions extends SandboxOptions {
  /** 0 for a free one. */
  readonly port: number
  /** Ends when standard input closes, for a parent that may die unexpectedly. */
  readonly endsWithInput: boolean
}

/**
 * Reads the command line; throws SetupError with one sentence for an invalid one. A time without a zone is UTC.
 */
export function readServeOptions(words: readonly string[]): ServeOptions {
  const {
    port,
    data,
    speed,
    now,
    control = false,
    'media-limit': mediaLimit,
    'end-with-input': endsWithInput = false,
  } = parseWords(words)
  if (data === undefined || data === '')
    throw new SetupError('--data is missing: the folder to keep everything in.')
  return {
    port: readPort(port ?? '0'),
    endsWithInput,
    control,
    dataFolder: data,
    speed: readSpeed(speed ?? '1'),
    ...(now !== undefined && { now: readMoment(now) }),
    ...(mediaLimit !== undefined && { mediaLimit: readMediaLimit(mediaLimit) }),
  }
}

function parseWords(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        port: { type: 'string' },
        data: { type: 'string' },
        speed: { type: 'string' },
        now: { type: 'string' },
        control: { type: 'boolean' },
        'media-limit': { type: 'string' },
        'end-with-input': { type: 'boolean' },
      },
    })
    return values
  } catch (cause) {
    throw new SetupError(cause instanceof Error ? cause.message : String(cause), { cause })
  }
}

function readPort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65_535) return port
  throw new SetupError(`--port must be a whole number from 0 to 65535, not "${text}".`)
}

function readSpeed(text: string): number {
  const speed = Number(text)
  if (text.trim() !== '' && Number.isFinite(speed) && speed > 0) return speed
  throw new SetupError(`--speed must be a number above 0, not "${text}".`)
}

/** Reads `480x12`: pixels of the long side and frames a second, each within what the control API takes. */
function readMediaLimit(text: string): MediaLimit {
  const [, longSide, framesPerSecond] = /^(\d{2,3})x(\d{1,2})$/.exec(text) ?? []
  const limit = mediaLimitSchema.safeParse({
    longSide: Number(longSide),
    framesPerSecond: Number(framesPerSecond),
  })
  if (limit.success) return limit.data
  throw new SetupError(
    `--media-limit must be pixels and frames per second, from 16x1 to 960x24, not "${text}".`,
  )
}

function readMoment(text: string): Date {
  const [, date, time = 'T00:00', zone = 'Z'] =
    /^(\d{4}-\d{2}-\d{2})(T[\d:.]+)?(Z|[+-]\d{2}:\d{2})?$/.exec(text) ?? []
  const moment = new Date(`${date}${time}${zone}`)
  if (!Number.isNaN(moment.getTime())) return moment
  throw new SetupError(`--now must be an ISO 8601 date or date-time, not "${text}".`)
}
