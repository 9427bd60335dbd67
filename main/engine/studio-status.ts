import type { QueueHold, StudioStatus } from '../../shared/bridge/views.ts'
import type { ReceiverStatus } from '../../shared/bridge/webhook-views.ts'
import type { ConnectionManager } from './connection/connection.ts'
import { keyEnding } from './connection/key-ending.ts'
import type { SubmissionJournal } from './jobs/ports.ts'
import type { Budget } from './spend/budget.ts'
import type { Spend } from './spend/spend.ts'

export interface StudioStatusWorld {
  readonly facts: Pick<StudioStatus, 'host' | 'version' | 'dataFolder'>
  readonly connection: Pick<ConnectionManager, 'current' | 'failure' | 'refusesAddress' | 'chosenUrl'>
  readonly journal: Pick<SubmissionJournal, 'counts'>
  readonly spend: Spend
  readonly budget: Pick<Budget, 'status'>
  /** What the person chose to connect to, while no connection stands yet. */
  wantedService(): StudioStatus['service']['kind']
  hold(): QueueHold | null
  receiver(): ReceiverStatus
}

/** What the rail and the banners show, read when it is asked for. */
export function createStudioStatus(world: StudioStatusWorld): () => StudioStatus {
  const { facts, connection, journal, spend } = world

  function hold(): QueueHold | null {
    const current = connection.current()
    const lacksKey = current !== null && current.key === null
    return (
      world.hold() ??
      (lacksKey ? { reason: 'no_key', message: 'There is no key for this service.', until: null } : null)
    )
  }

  return function status() {
    const current = connection.current()
    const { waiting, running } = journal.counts()
    const receiver = world.receiver()
    return {
      ...facts,
      service: {
        kind: current?.kind ?? world.wantedService(),
        baseUrl: current?.baseUrl ?? '',
        keyEnding: current?.key ? keyEnding(current.key) : null,
        keySource: current?.keySource ?? 'none',
        described: current?.isDescribed ?? false,
        failure: connection.failure(),
        refusesAddress: connection.refusesAddress(),
        chosenUrl: connection.chosenUrl(),
      },
      delivery: receiver.address === null ? 'polling' : 'webhook',
      receiver,
      jobsWaiting: waiting,
      jobsRunning: running,
      spentThisMonth: spend.thisMonth(),
      budget: world.budget.status(),
      hold: hold(),
    }
  }
}
