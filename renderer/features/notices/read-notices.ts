import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { QueueHold, StudioStatus } from '../../../shared/bridge/views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import { type DeliveryState, readDeliveryState } from '../../shell/delivery-state.ts'

/** Something that needs the person, and the one action for it. */
export interface Notice {
  readonly kind: NoticeKind
  readonly tone: 'danger' | 'warn' | 'calm'
  readonly action:
    | 'resume'
    | 'poll'
    | 'reopen'
    | 'settings'
    | 'key'
    | 'results'
    | 'changes'
    | 'exports'
    | 'space'
    | null
  /** When it lifts automatically (ISO 8601 UTC); null where it doesn't or that is unknown. */
  readonly until: string | null
  /** The reason, where it is known; null where the words alone say it. */
  readonly reason: Reason | null
  /** The hold that it reports, with what waits for it; null for anything else. */
  readonly hold: QueueHold | null
  /** Of how many models the service changed something, and of how many of these it could change what is paid. */
  readonly changed: StudioStatus['service']['changed'] | null
  /** The results that wait for disk space; null for anything else. */
  readonly waiting: StudioStatus['waitingForSpace']
}

export type NoticeKind =
  | 'disconnected'
  | 'noSession'
  | 'sandboxFailed'
  | 'serviceFailed'
  | 'addressRefused'
  | 'unauthorized'
  | 'noKey'
  | 'insufficientBalance'
  | 'unreachable'
  | 'outOfReach'
  | 'unavailable'
  | 'rateLimited'
  | 'storageFailed'
  | 'libraryDamaged'
  | 'paused'
  | 'webhooksMissing'
  | 'portInUse'
  | 'portRefused'
  | 'changed'
  | 'exportStopped'
  | 'waitingForSpace'

type NoticeRow = Pick<Notice, 'kind' | 'tone' | 'action'>

const holds: Record<QueueHold['reason'], NoticeRow> = {
  paused: { kind: 'paused', tone: 'warn', action: 'resume' },
  storage_failed: { kind: 'storageFailed', tone: 'danger', action: 'resume' },
  library_damaged: { kind: 'libraryDamaged', tone: 'danger', action: null },
  unauthorized: { kind: 'unauthorized', tone: 'danger', action: 'key' },
  no_key: { kind: 'noKey', tone: 'warn', action: 'key' },
  insufficient_balance: { kind: 'insufficientBalance', tone: 'danger', action: 'resume' },
  unreachable: { kind: 'unreachable', tone: 'warn', action: 'poll' },
  service_unavailable: { kind: 'unavailable', tone: 'warn', action: 'resume' },
  rate_limited: { kind: 'rateLimited', tone: 'warn', action: null },
}

/** Results don't arrive as the person chose. */
const deliveries: Partial<Record<DeliveryState, NoticeRow>> = {
  missing: { kind: 'webhooksMissing', tone: 'warn', action: 'results' },
  portInUse: { kind: 'portInUse', tone: 'warn', action: 'results' },
  portRefused: { kind: 'portRefused', tone: 'warn', action: 'results' },
}

/** Nothing can be sent anywhere. */
const failures: Record<StudioStatus['service']['kind'], NoticeRow> = {
  sandbox: { kind: 'sandboxFailed', tone: 'danger', action: 'reopen' },
  service: { kind: 'serviceFailed', tone: 'danger', action: 'reopen' },
}

/** A retry is no help. */
const addressRefused: NoticeRow = { kind: 'addressRefused', tone: 'danger', action: 'settings' }

const plain = { until: null, reason: null, hold: null, changed: null, waiting: null } as const

/** Polls find no service, while nothing is held. */
const outOfReach: NoticeRow = { kind: 'outOfReach', tone: 'warn', action: 'poll' }

/** How long a service is out of reach before that is a notice: a single lost poll is none. In milliseconds. */
export const patienceMs = 5_000

/** When the service went out of reach while runs are under way (ms since the epoch); null where it is there. */
export function readOutage(status: StudioStatus | null): number | null {
  const { state, since } = status?.service.health ?? { state: 'fine', since: null }
  if (!status || state !== 'unreachable' || since === null) return null
  return status.jobsRunning + status.jobsWaiting > 0 ? Date.parse(since) : null
}

/** The run that met a 503 doesn't wait: its outcome is unknown, so without others there is nothing to resume (NOTE75). */
function holdsNothing({ reason, waiting }: QueueHold): boolean {
  return reason === 'service_unavailable' && waiting?.runs === 0
}

interface Situation {
  readonly status: StudioStatus | null
  readonly connected: boolean
  readonly failure: BridgeFailure | null
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Exports that can be continued. */
  readonly unfinished?: number
}

/** The notices for the person, the most urgent first; each disappears with its cause. */
export function readNotices({ status, connected, failure: lost, now, unfinished = 0 }: Situation): Notice[] {
  const notices: Notice[] = []
  if (!connected) {
    const kind = lost?.code === 'no_session' ? 'noSession' : 'disconnected'
    notices.push({ kind, tone: 'danger', action: null, ...plain })
  }
  const { failure: reason = null, kind = 'sandbox', refusesAddress = false } = status?.service ?? {}
  if (reason !== null)
    notices.push({ ...(refusesAddress ? addressRefused : failures[kind]), ...plain, reason })
  if (status?.hold && !holdsNothing(status.hold))
    notices.push({ ...holds[status.hold.reason], ...plain, until: status.hold.until, hold: status.hold })
  const waiting = status?.waitingForSpace ?? null
  if (waiting) notices.push({ ...plain, kind: 'waitingForSpace', tone: 'danger', action: 'space', waiting })
  const outage = status?.hold?.reason === 'unreachable' ? null : readOutage(status)
  if (outage !== null && now - outage >= patienceMs) notices.push({ ...outOfReach, ...plain })
  // While nothing is connected yet, it is unknown whether there is a key.
  const isConnected = status !== null && status.service.baseUrl !== ''
  const lacksKey = isConnected && status.service.keySource === 'none' && status.hold?.reason !== 'no_key'
  if (lacksKey) notices.push({ ...holds.no_key, ...plain })
  const delivery = status && deliveries[readDeliveryState(status)]
  if (delivery) notices.push({ ...delivery, ...plain })
  const changed = status?.service.changed
  if (changed && changed.models > 0)
    notices.push({
      ...plain,
      kind: 'changed',
      tone: changed.ofMoney > 0 ? 'warn' : 'calm',
      action: 'changes',
      changed,
    })
  if (unfinished > 0) notices.push({ ...plain, kind: 'exportStopped', tone: 'calm', action: 'exports' })
  return notices
}
