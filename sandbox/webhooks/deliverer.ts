import type { WebhookPayload } from '../../shared/api/webhook.ts'
import { type Clock, toIso } from '../clock.ts'
import { resultUrl } from '../jobs/job-record.ts'
import type { Alarm } from '../jobs/ports.ts'
import type { Delivery, DeliveryStore } from '../store/delivery-store.ts'
import type { JobRow, JobStore } from '../store/job-store.ts'
import type { SendDelivery } from './ports.ts'
import { type SigningKey, signDelivery } from './sign-delivery.ts'

/** Waits after each failed attempt, in milliseconds at speed 1; then it gives up. */
export const retryWaits: readonly number[] = [1000, 5000, 30_000, 120_000, 600_000]

/** How many deliveries are under way at once. */
const sendingLimit = 16

export interface DelivererPorts {
  readonly clock: Clock
  readonly alarm: Alarm
  readonly deliveries: DeliveryStore
  readonly jobs: Pick<JobStore, 'find' | 'files'>
  readonly send: SendDelivery
  /** The key that signs, or null for deliveries without a signature. */
  readonly signingKey: () => SigningKey | null
  readonly speed: number
}

export interface Deliverer {
  /** Checks for due deliveries: after a job has ended, and when the clock has jumped. */
  advance(): void
  close(): void
}

/**
 * Delivers webhooks at least once: due deliveries come from the store, so that a killed sandbox retries.
 * Anything but a 2xx is retried with growing waits.
 */
export function createDeliverer(ports: DelivererPorts): Deliverer {
  const { clock, alarm, deliveries, send, speed } = ports
  const sending = new Set<string>()
  let cancelAlarm = () => {}
  let closed = false

  async function attempt(delivery: Delivery): Promise<void> {
    const status = await send(createAttempt(delivery, ports))
    if (closed) return
    sending.delete(delivery.requestId)
    const wait = retryWaits[delivery.attempts]
    if (status !== null && status >= 200 && status < 300) deliveries.finish(delivery.requestId)
    else
      deliveries.postpone(
        delivery.requestId,
        wait === undefined ? null : clock.now() + Math.ceil(wait / speed),
      )
    advance()
  }

  function advance(): void {
    if (closed) return
    cancelAlarm()
    const open = deliveries.listOpen().filter((delivery) => !sending.has(delivery.requestId))
    for (const delivery of open) {
      if (delivery.dueAt > clock.now() || sending.size >= sendingLimit) break
      sending.add(delivery.requestId)
      void attempt(delivery)
    }
    const next = open.find((delivery) => delivery.dueAt > clock.now())
    cancelAlarm = next ? alarm(next.dueAt - clock.now(), advance) : () => {}
  }

  advance()
  return {
    advance,
    close() {
      closed = true
      cancelAlarm()
    },
  }
}

function createAttempt(
  { requestId, jobId, url }: Delivery,
  { clock, jobs, signingKey }: Pick<DelivererPorts, 'clock' | 'jobs' | 'signingKey'>,
) {
  const job = jobs.find(jobId)
  if (!job) throw new Error(`A delivery of a job that is not there: ${jobId}`)
  const body = Buffer.from(JSON.stringify(toPayload(job, jobs)))
  const key = signingKey()
  const timestamp = Math.floor(clock.now() / 1000)
  const signature = key ? signDelivery({ key, requestId, timestamp, body }) : {}
  return { url, body, headers: { 'Content-Type': 'application/json', ...signature } }
}

/** The body of a delivery (interface: Webhook payload). A job without a result has an empty list. */
function toPayload(job: JobRow, jobs: Pick<JobStore, 'files'>): WebhookPayload {
  const files = job.endStatus === 'completed' ? jobs.files(job.id) : []
  return {
    job_id: job.id,
    status: job.endStatus ?? 'failed',
    created_at: toIso(job.createdAt),
    completed_at: toIso(job.completedAt ?? job.createdAt),
    result: { urls: files.map(({ name }) => resultUrl(job.origin, name)) },
  }
}
