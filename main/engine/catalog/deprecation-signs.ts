import type { DeprecationNotice, SunsetNotice } from '../../../shared/api/deprecation.ts'
import { readServiceDate } from '../../../shared/api/service-date.ts'
import type { Clock, Log } from '../ports.ts'
import type { DeprecationSign, DeprecationStore } from './ports.ts'

export interface DeprecationSignsDeps {
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly store: DeprecationStore
  /** Called when a sign was added, changed or removed. */
  onChanged(): void
}

type Place = Pick<DeprecationSign, 'serviceId' | 'path' | 'modelId'>

/** What endpoints reported of their end, per service, kept across restarts (CAT12 to CAT14). */
export interface DeprecationSigns {
  of(serviceId: string, path: string): DeprecationSign | null
  /**
   * Takes a response; null where it is a success whose headers say nothing, which withdraws an earlier announcement
   * but not a 410.
   */
  recordNotice(place: Place, notice: DeprecationNotice | null): void
  /** Takes a 410. */
  sunset(place: Place, notice: SunsetNotice): void
}

/** A sign that can't be written is logged and kept in memory until the studio is closed. */
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
    recordNotice({ serviceId, path, modelId }, notice) {
      // A response that was already under way when the 410 arrived doesn't override it.
      if (signsOf(serviceId).get(path)?.state === 'sunset') return
      if (notice) {
        const sunsetDate = readServiceDate(notice.sunset)
        const { link, replacement } = notice
        const said = { sunsetDate, message: null, replacement, link }
        keep({ serviceId, path, modelId, state: 'deprecated', ...said, receivedAt: clock.now() })
      } else if (signsOf(serviceId).delete(path)) {
        write(() => store.forget(serviceId, path))
        deps.onChanged()
      }
    },
    sunset({ serviceId, path, modelId }, notice) {
      keep({ serviceId, path, modelId, state: 'sunset', ...notice, receivedAt: clock.now() })
    },
  }
}

function isSame(left: DeprecationSign, right: DeprecationSign): boolean {
  const keys = ['state', 'sunsetDate', 'message', 'replacement', 'link'] as const
  return keys.every((key) => left[key] === right[key])
}

/** The header's or the body's values; interface: Versioning 8 requires logging them. */
function sentenceOf({ state, modelId, path, sunsetDate, replacement, link }: DeprecationSign): string {
  const what = state === 'sunset' ? 'has ended at the service (410)' : 'is deprecated at the service'
  const facts = [
    `Sunset: ${sunsetDate ?? 'not given'}`,
    ...(replacement === null ? [] : [`Replacement: ${replacement}`]),
    `Link: ${link ?? 'not given'}`,
  ]
  return `${modelId} (${path}) ${what}. ${facts.join('; ')}.`
}
