import type { Clock } from '../ports.ts'

/** Values that are forgotten after a time, and of more than `most` the oldest. */
export interface Expiring<Value> {
  get(id: string): Value | null
  set(id: string, value: Value): void
  delete(id: string): void
  values(): Value[]
}

export function createExpiring<Value extends { readonly until: number }>(
  clock: Pick<Clock, 'now'>,
  most: number,
): Expiring<Value> {
  const kept = new Map<string, Value>()

  function forget(): void {
    for (const [id, { until }] of kept) if (until <= clock.now()) kept.delete(id)
    for (const id of kept.keys()) {
      if (kept.size <= most) return
      kept.delete(id)
    }
  }

  return {
    get(id) {
      forget()
      return kept.get(id) ?? null
    },
    set(id, value) {
      kept.delete(id)
      kept.set(id, value)
      forget()
    },
    delete: (id) => void kept.delete(id),
    values() {
      forget()
      return [...kept.values()]
    },
  }
}
