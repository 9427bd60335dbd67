import { isDeepStrictEqual } from 'node:util'
import type { Job } from '../../../shared/api/job.ts'
import type { DeliveryEntry, ReceiverStatus, WebhookTest } from '../../../shared/bridge/webhook-views.ts'
import { baseUrlOfAccount } from '../../../shared/settings/account.ts'
import { isLoopbackUrl } from '../../../shared/settings/base-url.ts'
import type { WebhookSettings } from '../../../shared/settings/webhook-profile.ts'
import type { Clock, Ids, Log } from '../ports.ts'
import type { Connection } from '../service/connection.ts'
import type { Submission } from '../submissions/submission.ts'
import { createDeliveryProcessor } from './delivery-processor.ts'
import { createHookTokens, hookPath } from './hook-token.ts'
import { createMissedDeliveryMonitor } from './missed-delivery-monitor.ts'
import type {
  AddressMemory,
  DeliveryLog,
  KeySet,
  OpenWebhookServer,
  SendDelivery,
  VerifiedDeliveryStore,
  WebhookServer,
} from './ports.ts'
import { createReceiver, type HookTarget } from './receiver.ts'
import { createSelfDelivery } from './self-delivery.ts'

const notifyPauseMs = 1_000

export interface WebhooksDeps {
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly server: WebhookServer
  readonly send: SendDelivery
  readonly deliveries: VerifiedDeliveryStore & AddressMemory
  readonly deliveryLog: DeliveryLog
  /** At least 32 bytes, known only to the library. */
  readonly secret: Uint8Array
  readonly settings: () => WebhookSettings
  /** Removes the service's keys from the content of a delivery. */
  maskKeys(words: string): string
  /** The keys that the service at this base URL publishes. */
  keysOf(baseUrl: string): KeySet
  connection(): Connection | null
  submission(submissionId: string): Submission | null
  /** The submission that has this job. */
  submissionOfJob(jobId: string): Submission | null
  adopt(submissionId: string, job: Job): boolean
  announced(submissionId: string, at: number): void
  pollNow(submissionId: string): void
  /** Reads every polled job soon. */
  pollAllNow(): void
  onChanged(): void
}

export interface Webhooks {
  /** Opens, moves or closes the receiver according to the current settings; rejects where the library can't be written. */
  configure(): Promise<void>
  /**
   * The URL to which the service is to report this run's end, awaited from then on; null while nothing listens
   * or no address leads here from the service.
   */
  announceAddress(submissionId: string): string | null
  /** A submission's new state may be what its delivery waited for. */
  noticed(submission: Submission): void
  /** Polling found the end of this submission's job. */
  foundEnd(submissionId: string): void
  /** Whether deliveries are awaited for this run, so that polling seldom is enough. */
  isQuiet(submissionId: string): boolean
  /** Resumes the open deliveries, on the current connection. */
  resume(): void
  status(): ReceiverStatus
  test(): Promise<WebhookTest>
  close(): Promise<void>
}

/** The life of the receiver: its port, its address, the effects of its deliveries (HOOK1 to HOOK19). */
export function createWebhooks(deps: WebhooksDeps): Webhooks {
  const { clock } = deps
  const tokens = createHookTokens(deps.secret)
  const keySets = new Map<string, KeySet>()
  let state: ReceiverStatus['state'] = 'off'
  let opened: OpenWebhookServer | null = null
  let openedFor: WebhookSettings | null = null
  let lastEntryAt: string | null = null
  let newestEntryAt: string | null = null
  let cancelNotifying: (() => void) | null = null
  let turn: Promise<void> = Promise.resolve()
  let closed = false
  /** Ends from before were not missed: nobody listened, or it was for another service. */
  let attentiveSince = clock.now()

  const processor = createDeliveryProcessor({
    clock,
    deliveries: deps.deliveries,
    submission: deps.submission,
    connection: deps.connection,
    adopt: deps.adopt,
    announced: deps.announced,
    pollNow: deps.pollNow,
  })
  const selfDelivery = createSelfDelivery({ clock, ids: deps.ids, send: deps.send, tokens })
  const misses = createMissedDeliveryMonitor({
    clock,
    onChanged() {
      deps.pollAllNow()
      deps.onChanged()
    },
  })
  const receive = createReceiver({
    clock,
    deliveries: deps.deliveries,
    profile: () => deps.settings().profile,
    maskKeys: deps.maskKeys,
    target: (token) => selfDelivery.target(token) ?? runTarget(token),
    onVerified(delivery, need) {
      misses.came(delivery.submissionId)
      if (need === 'settled') {
        deps.announced(delivery.submissionId, clock.now())
        deps.pollNow(delivery.submissionId)
      } else processor.process(delivery)
    },
    onEntry: note,
  })

  function runTarget(token: string): HookTarget | null {
    const submissionId = tokens.read(token)
    const run = submissionId === null ? null : deps.deliveries.run(submissionId)
    if (submissionId === null || !run) return null
    const { serviceId, state, jobId: own } = run
    return {
      type: 'run',
      submissionId,
      serviceId,
      isWatched: state === 'accepted',
      keys: keysOfService(serviceId),
      canBe(jobId) {
        if (own !== null) return own.toLowerCase() === jobId
        const owner = deps.submissionOfJob(jobId)
        return owner === null || owner.submissionId === submissionId
      },
    }
  }

  /** The keys of the service that a run was sent to, connected or not; null while its address is not known. */
  function keysOfService(serviceId: string): KeySet | null {
    const connection = deps.connection()
    if (connection?.serviceId === serviceId) return keysOf(connection.baseUrl)
    const baseUrl = baseUrlOfAccount(serviceId)
    return URL.canParse(baseUrl) ? keysOf(baseUrl) : null
  }

  function keysOf(baseUrl: string): KeySet {
    const known = keySets.get(baseUrl) ?? deps.keysOf(baseUrl)
    keySets.set(baseUrl, known)
    return known
  }

  function note(entry: DeliveryEntry): void {
    if (closed) return
    deps.deliveryLog.add(entry)
    newestEntryAt = entry.at
    if (cancelNotifying === null) notifyOfEntries()
  }

  /** At once, then at most once a second: each listener reads the log again. */
  function notifyOfEntries(): void {
    cancelNotifying = null
    if (lastEntryAt === newestEntryAt) return
    lastEntryAt = newestEntryAt
    cancelNotifying = clock.setTimer(notifyPauseMs, notifyOfEntries)
    deps.onChanged()
  }

  function address(): string | null {
    if (!opened) return null
    const { publicUrl } = deps.settings()
    if (publicUrl !== '') return `${publicUrl.replace(/\/+$/, '')}${hookPath}`
    const service = deps.connection()?.baseUrl ?? ''
    return isLoopbackUrl(service) ? `http://127.0.0.1:${opened.port}${hookPath}` : null
  }

  async function apply(): Promise<void> {
    const wanted = deps.settings()
    if (isDeepStrictEqual(wanted, openedFor)) return
    const isSamePort = wanted.enabled && opened !== null && wanted.port === openedFor?.port
    if (wanted.publicUrl !== openedFor?.publicUrl || !isSamePort) misses.reset()
    openedFor = wanted
    if (!isSamePort) await move(wanted)
    try {
      rememberAddress()
    } finally {
      deps.onChanged()
    }
  }

  /** Awaits the runs that were given this address, also before a restart (HOOK23). */
  function rememberAddress(): void {
    // The address for a service on this machine depends on the connection.
    if (!deps.connection()) return
    const reported = address()
    const since = deps.deliveries.keep(reported, clock.now())
    if (reported !== null)
      for (const submissionId of deps.deliveries.sentSince(since)) misses.await(submissionId)
  }

  async function move({ enabled, port }: WebhookSettings): Promise<void> {
    const before = opened
    opened = null
    state = 'off'
    await before?.close()
    if (!enabled) return deps.pollAllNow()
    const result = await deps.server.open(port, receive)
    attentiveSince = clock.now()
    if (result.ok) opened = result.value
    else
      deps.log.warn(
        `Webhooks can’t be received on port ${port} (${result.error.code}); jobs are polled instead.`,
      )
    state = result.ok ? 'listening' : result.error.code
  }

  return {
    configure() {
      const applied = turn.then(apply)
      turn = applied.catch(() => undefined)
      return applied
    },
    announceAddress(submissionId) {
      const base = address()
      if (base === null) return null
      misses.await(submissionId)
      return `${base}${tokens.tokenOf(submissionId)}`
    },
    noticed({ submissionId, state: reached }) {
      if (reached === 'unknown' || reached === 'accepted') processor.processOpen()
      else if (reached !== 'sending') misses.drop(submissionId)
    },
    foundEnd(submissionId) {
      const completedAt = Date.parse(deps.submission(submissionId)?.job?.completed_at ?? '')
      if (completedAt < attentiveSince) misses.drop(submissionId)
      else misses.ended(submissionId)
    },
    isQuiet: misses.isQuiet,
    resume() {
      attentiveSince = clock.now()
      rememberAddress()
      processor.resume()
    },
    status() {
      const missedAt = misses.missedAt()
      return {
        state,
        port: opened?.port ?? null,
        address: address(),
        missedAt: missedAt === null ? null : new Date(missedAt).toISOString(),
        lastEntryAt,
      }
    },
    async test() {
      await turn
      const to = address()
      const nothing = { url: null, status: null, reason: null, cause: null, milliseconds: null }
      if (!opened) return { finding: 'not_listening', ...nothing }
      if (to === null) return { finding: 'no_address', ...nothing }
      return selfDelivery.send(to, deps.settings().profile)
    },
    async close() {
      selfDelivery.close()
      await turn
      await opened?.close()
      opened = null
      closed = true
      cancelNotifying?.()
      misses.close()
      await processor.close()
    },
  }
}
