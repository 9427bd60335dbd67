import type { QueueHold, StudioStatus } from '../../shared/bridge/views.ts'
import type { ReceiverStatus } from '../../shared/bridge/webhook-views.ts'
import { reasonOf } from '../../shared/failures/reason.ts'
import { zeroUsd } from '../../shared/pricing/money.ts'
import { withoutPassword } from '../../shared/settings/base-url.ts'
import type { WaitingForSpace } from './library/downloads.ts'
import type { ReadStorageFailure } from './ports.ts'
import { type ConnectionManager, connectedAccount } from './service/connection.ts'
import { keyEnding } from './service/key-ending.ts'
import type { ServiceHealth } from './service/service-gate.ts'
import type { Budget } from './spend/budget.ts'
import type { Ledger } from './spend/ports.ts'
import type { Spend } from './spend/spend.ts'
import type { SubmissionJournal } from './submissions/ports.ts'

export interface StudioStatusDeps {
  /** What the connected service changed and the person has not seen. */
  unseenChanges(): StudioStatus['service']['changed']
  readonly facts: Pick<StudioStatus, 'host' | 'version' | 'dataFolder'>
  readonly connection: Pick<ConnectionManager, 'current' | 'failure' | 'refusesAddress' | 'chosen'>
  readonly journal: Pick<SubmissionJournal, 'counts'>
  readonly spend: Spend
  readonly budget: Pick<Budget, 'status'>
  readonly ledger: Pick<Ledger, 'pending'>
  hold(): QueueHold | null
  /** Whether the service lets the key read, but not generate (CONN30). */
  forbidsKey(): boolean
  /** The service's state by the last poll. */
  health(): ServiceHealth
  receiver(): ReceiverStatus
  waitingForSpace(): WaitingForSpace | null
  /** What keeps agents from reaching the studio over HTTP; null where nothing does. */
  agentsHttp(): StudioStatus['agentsHttp'] | null
  readonly storageFailureOf: ReadStorageFailure
}

type Sums = Pick<StudioStatus, 'jobsWaiting' | 'jobsRunning' | 'spentThisMonth' | 'budget'>

const noRuns = { jobsWaiting: 0, jobsRunning: 0 }
const noMoney = {
  spentThisMonth: { microUsd: zeroUsd, upToMicroUsd: zeroUsd, unlistedJobs: 0 },
  budget: { day: null, month: null, session: null, sessionSince: new Date(0).toISOString(), askAbove: null },
}

type Health = StudioStatus['service']['health']

/** What the queue's hold says of the service; a hold for another reason says nothing. */
const healthByHold: Partial<Record<QueueHold['reason'], Health['state']>> = {
  unreachable: 'unreachable',
  unauthorized: 'refused',
  no_key: 'no_key',
  rate_limited: 'waiting',
  service_unavailable: 'waiting',
}

const bySeverity: readonly Health['state'][] = ['no_key', 'refused', 'unreachable', 'not_allowed', 'waiting']

/** The worse of what polls and sent runs show (CONN14). */
function readHealth(polled: ServiceHealth, hold: QueueHold | null, isForbidden: boolean): Health {
  const states: readonly unknown[] = [
    polled.state,
    hold && healthByHold[hold.reason],
    isForbidden && 'not_allowed',
  ]
  const state = bySeverity.find((one) => states.includes(one)) ?? 'fine'
  return {
    state,
    lastSeenAt: toIso(polled.seenAt),
    since: state === polled.state ? toIso(polled.since) : null,
  }
}

function toIso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

/** The data of the rail and the banners, read on each request. */
export function createStudioStatus(deps: StudioStatusDeps): () => StudioStatus {
  const { facts, connection, journal, spend } = deps
  let lastSums: Sums | null = null

  function hold(): QueueHold | null {
    const current = connection.current()
    const lacksKey = current !== null && current.key === null
    return (
      deps.hold() ?? (lacksKey ? { reason: 'no_key', cause: reasonOf('key_missing'), until: null } : null)
    )
  }

  const account = () => connectedAccount(connection)

  /** With what waits for it and may cost; without where the library can't be read any more. */
  function withWaiting(held: QueueHold | null): QueueHold | null {
    if (held === null) return null
    try {
      return { ...held, waiting: deps.ledger.pending(account()).waiting }
    } catch (error) {
      if (deps.storageFailureOf(error) === null) throw error
      return held
    }
  }

  /** Where the library can't be read any more, the last values stay, but never as those of another account. */
  function readSums(): Sums {
    try {
      const { waiting, running } = journal.counts()
      lastSums = {
        jobsWaiting: waiting,
        jobsRunning: running,
        spentThisMonth: spend.thisMonth(account()),
        budget: deps.budget.status(account()),
      }
      return lastSums
    } catch (error) {
      if (deps.storageFailureOf(error) === null) throw error
    }
    if (lastSums?.spentThisMonth.account === account()) return lastSums
    const { spentThisMonth, budget } = noMoney
    return { ...noRuns, ...lastSums, budget, spentThisMonth: { ...spentThisMonth, account: account() } }
  }

  return function status() {
    const current = connection.current()
    const chosen = connection.chosen()
    const sums = readSums()
    const held = hold()
    const receiver = deps.receiver()
    const agentsHttp = deps.agentsHttp()
    return {
      ...facts,
      service: {
        kind: current?.kind ?? (chosen ? 'service' : 'sandbox'),
        accountId: account(),
        accountName: chosen?.name ?? null,
        baseUrl: current?.baseUrl ?? '',
        keyEnding: current?.key ? keyEnding(current.key) : null,
        keySource: current?.keySource ?? 'none',
        described: current?.isDescribed ?? false,
        descriptionFault: current?.descriptionFault ?? null,
        descriptionDigest: current?.descriptionDigest ?? null,
        changed: deps.unseenChanges(),
        failure: connection.failure(),
        refusesAddress: connection.refusesAddress(),
        chosenUrl: chosen && withoutPassword(chosen.baseUrl),
        health: readHealth(deps.health(), held, deps.forbidsKey()),
      },
      ...(agentsHttp && { agentsHttp }),
      delivery: receiver.address === null ? 'polling' : 'webhook',
      receiver,
      ...sums,
      hold: withWaiting(held),
      waitingForSpace: deps.waitingForSpace(),
    }
  }
}
