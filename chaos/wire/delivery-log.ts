import type { DeliveryOutcome } from '../../shared/bridge/webhook-views.ts'
import type { StudioProcess } from '../studio-process.ts'

/** The maximum between two reads: the studio keeps the last 500. */
export const logBatch = 400

export type Outcomes = Partial<Record<DeliveryOutcome, number>>

/** Reads the studio's log of deliveries as it grows, so that no entry is missed. */
export interface DeliveryLogReader {
  /** New log entries since the last read, by outcome. */
  read(): Promise<Outcomes>
}

export function createLogReader(studio: () => StudioProcess): DeliveryLogReader {
  let lastId = 0
  return {
    async read() {
      const entries = await studio().want('webhooks.log', { limit: 500 })
      const fresh = entries.filter(({ id }) => id > lastId)
      lastId = Math.max(lastId, ...fresh.map(({ id }) => id))
      const outcomes: Outcomes = {}
      for (const { outcome } of fresh) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      return outcomes
    },
  }
}

/** Adds counts to earlier counts. */
export function addOutcomes(sum: Outcomes, more: Outcomes): Outcomes {
  const names = Object.keys({ ...sum, ...more }) as DeliveryOutcome[]
  return Object.fromEntries(names.map((name) => [name, (sum[name] ?? 0) + (more[name] ?? 0)]))
}
