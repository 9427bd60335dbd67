import type { DeprecationNotice, SunsetNotice } from '../../../shared/api/deprecation.ts'
import { readServiceDate } from '../../../shared/api/service-date.ts'
import type { Clock, Log } from '../ports.ts'
import type { DeprecationSign, DeprecationStore } from './ports.ts'

export interface DeprecationSignsDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly store: DeprecationStore
  /** Another sign stands than before. */
  onChanged(): void
}

type Place = Pick<DeprecationSign, 'serviceId' | 'path' | 'modelId'>

/** What endpoints said of their end, each for its own service, also after a restart (CAT12 to CAT14). */
export interface DeprecationSigns {
  of(serviceId: string, path: string): DeprecationSign | null
  /** A successful answer; null where its headers say nothing, which takes an earlier announcement back, but no 410. */
  answered(place: Place, notice: DeprecationNotice | null): void
  /** A 410. */
  sunset(place: Place, notice: SunsetNotice): void
}

/** A sign that can't be written is logged and holds until the studio is closed. */
export function createDeprecationSigns(deps: DeprecationSignsDeps): DeprecationSigns {
  const { clock, log, store } = deps
  const byService = new Map<string, Map<string, DeprecationSign>>()

  function signsOf(serviceId: string): Map<string, DeprecationSign> {
    const known = byService.get(serviceId) ?? new Map(store.signs(serviceId).map((sign) => [sign.path, sign]))
    byService.set(serviceId, known)
    return known
  }

  function write(work: () => void): void {
    try {
      work()
    } catch (error) {
      log.warn(`What the service said of a model’s end could not be kept: ${(error as Error).message}.`)
    }
  }

  function keep(sign: DeprecationSign): void {
    const known = signsOf(sign.serviceId)
    const before = known.get(sign.path)
    if (before && isSame(before, sign)) return
    known.set(sign.path, sign)
    write(() => store.keep(sign))
    log.warn(sentenceOf(sign))
    deps.onChanged()
  }

  return {
    of: (serviceId, path) => signsOf(serviceId).get(path) ?? null,
    answered({ serviceId, path, modelId }, notice) {
      // What was on its way when the 410 came is no later word.
      if (signsOf(serviceId).get(path)?.state === 'sunset') return
      if (notice) {
        const sunsetDate = readServiceDate(notice.sunset)
        const said = { sunsetDate, message: null, replacement: null, link: notice.link }
        keep({ serviceId, path, modelId, state: 'deprecated', ...said, heardAt: clock.now() })
      } else if (signsOf(serviceId).delete(path)) {
        write(() => store.forget(serviceId, path))
        deps.onChanged()
      }
    },
    sunset({ serviceId, path, modelId }, notice) {
      keep({ serviceId, path, modelId, state: 'sunset', ...notice, heardAt: clock.now() })
    },
  }
}

function isSame(left: DeprecationSign, right: DeprecationSign): boolean {
  const keys = ['state', 'sunsetDate', 'message', 'replacement', 'link'] as const
  return keys.every((key) => left[key] === right[key])
}

/** The header values or the body's, as interface: Versioning 8 asks to log them. */
function sentenceOf({ state, modelId, path, sunsetDate, replacement, link }: DeprecationSign): string {
  const what = state === 'sunset' ? 'has ended at the service (410)' : 'is deprecated at the service'
  const facts = [
    `Sunset: ${sunsetDate ?? 'not given'}`,
    ...(replacement === null ? [] : [`Replacement: ${replacement}`]),
    `Link: ${link ?? 'not given'}`,
  ]
  return `${modelId} (${path}) ${what}. ${facts.join('; ')}.`
}
