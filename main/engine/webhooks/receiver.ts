import { createHash } from 'node:crypto'
import { webhookPayloadSchema } from '../../../shared/api/webhook.ts'
import type { DeliveryEntry, DeliveryOutcome, DeliveryRefusal } from '../../../shared/bridge/webhook-views.ts'
import type { WebhookProfile } from '../../../shared/settings/webhook-profile.ts'
import type { Clock } from '../ports.ts'
import { hookPath } from './hook-token.ts'
import {
  type ArrivedRequest,
  type KeySet,
  type RequestResponse,
  unsignedIdPrefix,
  type VerifiedDelivery,
  type VerifiedDeliveryStore,
} from './ports.ts'
import { parseStrictly, type Refusal, refuse } from './read-proof.ts'
import { verifyDelivery } from './verify-delivery.ts'

/** The target of a path: a run's deliveries, or the one test delivery that the person sends. */
export type HookTarget =
  | {
      readonly type: 'run'
      readonly submissionId: string
      /** The service it was sent to, and that service's keys; null while another is connected. */
      readonly serviceId: string
      readonly keys: KeySet | null
      /** Its job is known and polled until it ends, so a delivery only speeds that up. */
      readonly isWatched: boolean
      /** Whether this job can be this run's. */
      canBe(jobId: string): boolean
    }
  | { readonly type: 'test'; readonly keys: KeySet; arrived(): void; refused(reason: DeliveryRefusal): void }

export interface ReceiverDeps {
  readonly clock: Clock
  readonly deliveries: Pick<VerifiedDeliveryStore, 'take'>
  profile(): WebhookProfile
  /** Removes the service's keys from the content of a delivery. */
  maskKeys(words: string): string
  /** Null where the token is unknown. */
  target(token: string): HookTarget | null
  /** Called with each new delivery, once it is written. */
  onVerified(delivery: VerifiedDelivery, need: 'open' | 'settled'): void
  /** Called with each request and its outcome. */
  onEntry(entry: DeliveryEntry): void
}

/** The maximum size of a delivery's body, in bytes. */
const maxBytes = 1024 * 1024

/** The status for each outcome. Anything but 2xx may be sent again. */
const statuses: Readonly<Record<DeliveryOutcome, number>> = {
  taken: 204,
  repeated: 204,
  test: 204,
  unknown_path: 404,
  wrong_method: 405,
  too_large: 413,
  body_cut: 400,
  header_missing: 401,
  header_repeated: 401,
  header_malformed: 401,
  signature_malformed: 401,
  stale: 401,
  unknown_key: 401,
  key_unsettled: 503,
  bad_signature: 401,
  keys_unreachable: 503,
  unreadable_body: 400,
  other_job: 409,
  other_service: 503,
  storage_failed: 503,
}

type Checked = ({ readonly type: 'done'; readonly outcome: DeliveryOutcome } | Refusal) & {
  readonly requestId?: string | null
}

/** Accepts deliveries (HOOK1 to HOOK18). The response holds nothing but its status; the log says why. */
export function createReceiver(deps: ReceiverDeps): (request: ArrivedRequest) => Promise<RequestResponse> {
  const { clock, deliveries } = deps

  async function check(request: ArrivedRequest, target: HookTarget | null): Promise<Checked> {
    if (!target) return refuse('unknown_path')
    if (request.method !== 'POST') return refuse('wrong_method')
    const body = await request.readBody(maxBytes)
    if (typeof body === 'string') return refuse(body)
    const { keys } = target
    if (!keys) return refuse('other_service')
    const verdict = await verifyDelivery({
      profile: deps.profile(),
      headers: request.headers,
      body,
      keys,
      now: clock.now(),
    })
    if (verdict.type === 'refused') return verdict
    const requestId = verdict.requestId === null ? null : deps.maskKeys(verdict.requestId)
    if (target.type === 'test') return { type: 'done', outcome: 'test', requestId }
    const payload = webhookPayloadSchema.safeParse(parseStrictly(body))
    if (!payload.success) return { ...refuse('unreadable_body'), requestId }
    const jobId = payload.data.job_id.toLowerCase()
    if (!target.canBe(jobId)) return { ...refuse('other_job'), requestId }
    const { submissionId, serviceId, isWatched } = target
    const delivery = {
      serviceId,
      submissionId,
      jobId,
      requestId: requestId ?? unsignedId(submissionId, body),
    }
    return take(delivery, isWatched ? 'settled' : 'open')
  }

  async function take(delivery: VerifiedDelivery, need: 'open' | 'settled'): Promise<Checked> {
    const { requestId } = delivery
    try {
      const outcome = await deliveries.take(delivery, clock.now(), need)
      if (outcome === 'taken') deps.onVerified(delivery, need)
      return { type: 'done', outcome, requestId }
    } catch {
      return { ...refuse('storage_failed'), requestId }
    }
  }

  return async function receive(request) {
    const target = targetOf(request.url, deps.target)
    const checked = await check(request, target)
    const outcome = checked.type === 'done' ? checked.outcome : checked.reason
    if (target?.type === 'test') {
      if (checked.type === 'refused') target.refused(checked.reason)
      else target.arrived()
    }
    const status = statuses[outcome]
    deps.onEntry({
      at: new Date(clock.now()).toISOString(),
      outcome,
      status,
      detail: checked.type === 'refused' ? checked.detail : null,
      requestId: checked.requestId ?? null,
      submissionId: target?.type === 'run' ? target.submissionId : null,
    })
    const allow: Record<string, string> = status === 405 ? { Allow: 'POST' } : {}
    return { status, headers: { ...allow, 'Cache-Control': 'no-store' } }
  }
}

/** A tunnel may put a path of its own before ours. */
function targetOf(address: string, find: ReceiverDeps['target']): HookTarget | null {
  const path = URL.parse(address, 'http://127.0.0.1')?.pathname ?? ''
  const at = path.lastIndexOf(hookPath)
  return at === -1 ? null : find(path.slice(at + hookPath.length))
}

/** An unsigned delivery has no id; a repeated one is recognised by its content. */
function unsignedId(submissionId: string, body: Uint8Array): string {
  const digest = createHash('sha256').update(submissionId).update(body).digest('hex')
  return `${unsignedIdPrefix}${digest}`
}
