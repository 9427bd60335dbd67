import { startOf } from '../../../shared/api/service-date.ts'
import type { ModelSummary } from '../../../shared/bridge/views.ts'
import { models } from '../../../shared/catalog/index.ts'
import type { Clock } from '../ports.ts'

/** How long before a model's end the page speaks of it again (CAT54, CAT60). */
const nearMs = 7 * 86_400_000

export interface DateWatchDeps {
  readonly clock: Clock
  /** A date has passed, or is near: views of the models sent earlier are out of date. */
  onDue(): void
}

/** Waits for the next date on which something about these models changes (CAT19). */
export interface DateMonitor {
  watch(reported: readonly Pick<ModelSummary, 'deprecation'>[]): void
  close(): void
}

export function createDateMonitor({ clock, onDue }: DateWatchDeps): DateMonitor {
  const endsOfValues = models.flatMap(({ renamedValues }) => renamedValues.map(({ until }) => startOf(until)))
  let cancel: (() => void) | null = null

  function close(): void {
    cancel?.()
    cancel = null
  }

  return {
    watch(reported) {
      close()
      const now = clock.now()
      const ends = reported.flatMap(({ deprecation }) => deprecation?.sunsetDate ?? []).map(startOf)
      const near = ends.map((time) => time - nearMs)
      const next = Math.min(...[...ends, ...near, ...endsOfValues].filter((time) => time > now))
      if (next === Number.POSITIVE_INFINITY) return
      cancel = clock.setTimer(next - now, () => {
        cancel = null
        onDue()
      })
    },
    close,
  }
}
