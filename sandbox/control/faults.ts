import { z } from 'zod'
import type { InjectedFault } from '../jobs/job-runner.ts'

/** How often a fault occurs; 0 means until the faults are set again. */
const times = z.int().min(0).default(1)

/** A fault of a received request. */
export const requestFaultSchema = z.strictObject({
  kind: z.enum(['close', 'accept-and-close', 'answer-half', 'hang', 'status']),
  /** The prefix of the affected paths. */
  path: z.string().startsWith('/').default('/generate/'),
  /** With `status`: the status, and the Retry-After in seconds. */
  status: z.int().min(400).max(599).default(503),
  retryAfter: z.int().min(0).optional(),
  times,
})

/** A fault of a fetched result. */
export const downloadFaultSchema = z.strictObject({
  kind: z.enum(['slow', 'cut', 'changed', 'expired']),
  /** With `slow`. */
  bytesPerSecond: z.int().min(1).default(65_536),
  times,
})

/** A fault of a sent webhook. */
export const webhookFaultSchema = z.strictObject({
  kind: z.enum(['duplicate', 'forged', 'late', 'reordered', 'missing']),
  /** With `late`, in milliseconds. */
  delay: z.int().min(0).default(2000),
  times,
})

/** How a job ends instead of completing. A cancelled one has no code and no message. */
export const jobFaultSchema = z.strictObject({
  status: z.enum(['failed', 'cancelled']).default('failed'),
  code: z.string().min(1).default('asked_to_fail'),
  message: z.string().default('The job failed as instructed. It was not billed.'),
  times,
})

/** The body of POST /__sandbox/faults; absent members mean no fault. */
export const faultsSchema = z.strictObject({
  /** Milliseconds before each response. */
  latency: z.int().min(0).default(0),
  request: requestFaultSchema.optional(),
  job: jobFaultSchema.optional(),
  download: downloadFaultSchema.optional(),
  webhook: webhookFaultSchema.optional(),
})

export type Faults = z.infer<typeof faultsSchema>
export type RequestFault = z.infer<typeof requestFaultSchema>
export type DownloadFault = z.infer<typeof downloadFaultSchema>
export type WebhookFault = z.infer<typeof webhookFaultSchema>
type JobFault = z.infer<typeof jobFaultSchema>

export interface FaultBox {
  set(faults: Faults): void
  latency(): number
  /** Each of these returns the fault that applies now, and counts it; null where there is none. */
  takeRequest(path: string): RequestFault | null
  takeDownload(): DownloadFault | null
  takeWebhook(): WebhookFault | null
  takeJob(): InjectedFault | null
}

/** Holds the configured faults. */
export function createFaultBox(): FaultBox {
  let faults: Faults = { latency: 0 }
  const left = new Map<object, number>()
  function take<Fault extends { readonly times: number }>(fault: Fault | undefined): Fault | null {
    if (!fault) return null
    if (fault.times === 0) return fault
    const remaining = left.get(fault) ?? fault.times
    left.set(fault, remaining - 1)
    return remaining > 0 ? fault : null
  }
  return {
    set(next) {
      faults = next
      left.clear()
    },
    latency: () => faults.latency,
    takeRequest: (path) =>
      faults.request && path.startsWith(faults.request.path) ? take(faults.request) : null,
    takeDownload: () => take(faults.download),
    takeWebhook: () => take(faults.webhook),
    takeJob() {
      const fault = take(faults.job)
      return fault && toInjectedFault(fault)
    },
  }
}

function toInjectedFault({ status, code, message }: JobFault): InjectedFault {
  return status === 'cancelled' ? { status } : { status, error: { code, message } }
}
