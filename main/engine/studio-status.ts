import type { QueueHold, StudioStatus } from '../../shared/bridge/views.ts'
import type { ReceiverStatus } from '../../shared/bridge/webhook-views.ts'
import { reasonOf } from '../../shared/failures/reason.ts'
import { zeroUsd } from '../../shared/pricing/money.ts'
import type { ReadStorageFailure } from './ports.ts'
import type { ConnectionManager } from './service/connection.ts'
import { keyEnding } from './service/key-ending.ts'
import type { Budget } from './spend/budget.ts'
import type { Spend } from './spend/spend.ts'
import type { SubmissionJournal } from './submissions/ports.ts'

export interface StudioStatusDeps {
  readonly facts: Pick<StudioStatus, 'host' | 'version' | 'dataFolder'>
  readonly connection: Pick<ConnectionManager, 'current' | 'failure' | 'refusesAddress' | 'chosenUrl'>
  readonly journal: Pick<SubmissionJournal, 'counts'>
  readonly spend: Spend
  readonly budget: Pick<Budget, 'status'>
  /** The service that the person chose, while nothing is connected yet. */
  wantedService(): StudioStatus['service']['kind']
  /** Its account. */
  wantedAccount(): string
  hold(): QueueHold | null
  receiver(): ReceiverStatus
  readonly storageFailureOf: ReadStorageFailure
}

type Sums = Pick<StudioStatus, 'jobsWaiting' | 'jobsRunning' | 'spentThisMonth' | 'budget'>

const nothing: Sums = {
  jobsWaiting: 0,
  jobsRunning: 0,
  spentThisMonth: { account: '', microUsd: zeroUsd, upToMicroUsd: zeroUsd, unlistedJobs: 0 },
  budget: { day: null, month: null, askAbove: null },
}

/** The data of the rail and the banners, read on each request. */
export function createStudioStatus(deps: StudioStatusDeps): () => StudioStatus {
  const { facts, connection, journal, spend } = deps
  let lastSums: Sums = nothing

  function hold(): QueueHold | null {
    const current = connection.current()
    const lacksKey = current !== null && current.key === null
    return (
      deps.hold() ?? (lacksKey ? { reason: 'no_key', cause: reasonOf('key_missing'), until: null } : null)
    )
  }

  /** The connected account; before one is, the one that will be. */
  function account(): string {
    return connection.current()?.serviceId ?? deps.wantedAccount()
  }

  /** Where the library can't be read any more, the last values stay. */
  function readSums(): Sums {
    try {
      const { waiting, running } = journal.counts()
      lastSums = {
        jobsWaiting: waiting,
        jobsRunning: running,
        spentThisMonth: spend.thisMonth(account()),
        budget: deps.budget.status(account()),
      }
    } catch (error) {
      if (deps.storageFailureOf(error) === null) throw error
    }
    return lastSums
  }

  return function status() {
    const current = connection.current()
    const sums = readSums()
    const receiver = deps.receiver()
    return {
      ...facts,
      service: {
        kind: current?.kind ?? deps.wantedService(),
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
      ...sums,
      hold: hold(),
    }
  }
}
