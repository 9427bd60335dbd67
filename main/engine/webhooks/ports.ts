import type { SubmissionState } from '../../../shared/bridge/views.ts'
import type { DeliveryEntry, LoggedDelivery } from '../../../shared/bridge/webhook-views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { Result } from '../../../shared/result.ts'

/** What the service publishes to verify its signatures with. Nothing here throws. */
export interface KeySet {
  /** The P-256 signing key of this id, or without an id each of them, at most 8. */
  find(keyId: string | null): Promise<KeyFinding>
}

export type KeyFinding =
  | {
      readonly type: 'keys'
      readonly keys: readonly CryptoKey[]
      /** What the service publishes by now; absent where these were read just now, or are named by their id. */
      newer?(): Promise<KeyFinding>
    }
  /** The service publishes no such key: it was asked just now. */
  | { readonly type: 'unknown' }
  /** Not among the keys that were read a moment ago, and the service may not be asked again yet. */
  | { readonly type: 'unsettled' }
  | { readonly type: 'unreachable' }

/** What a verified delivery leaves: this run's job is said to be this one, and to have ended. */
export interface VerifiedDelivery {
  readonly serviceId: string
  readonly requestId: string
  readonly submissionId: string
  readonly jobId: string
}

/** One that nothing was done about yet, with when its delivery came, in milliseconds since the epoch. */
export interface OpenDelivery extends VerifiedDelivery {
  readonly takenAt: number
}

/** What a delivery is held against: where a run was sent to and what is known of it now. */
export interface HookRun {
  readonly serviceId: string
  readonly state: SubmissionState
  readonly jobId: string | null
}

/** Where deliveries wait, beside the runs that they are about. */
export interface VerifiedDeliveryStore {
  run(submissionId: string): HookRun | null
  /**
   * Takes the request id with its delivery, in one transaction; `repeated` where the id was taken before. Durable when the
   * promise resolves; rejects where nothing was written. One that is `settled` needs nothing done that outlives a crash.
   */
  take(delivery: VerifiedDelivery, at: number, need: 'open' | 'settled'): Promise<'taken' | 'repeated'>
  /** Deliveries that nothing was done about yet, oldest first. */
  open(): readonly OpenDelivery[]
  /** Durable a moment later: a crash before it leaves the delivery open, which is looked at again. */
  settle(delivery: VerifiedDelivery, at: number): void
}

/** Begins the ids that are made for unsigned deliveries, which bring none of their own. */
export const unsignedIdPrefix = 'unsigned:'

/** The request ids that were taken, so that each counts once. */
export interface RequestIds {
  /**
   * Looks at the next few ids and forgets those of signed deliveries that came before this time (milliseconds since the
   * epoch), are settled, and whose run has ended. Returns whether that was the last of them; it begins anew then.
   */
  forgetSome(before: number): 'more' | 'all'
}

/** Which runs the service was told where to tell of, over restarts. A run costs it no write. */
export interface AddressMemory {
  /**
   * Since when this address has been told without a break, in milliseconds since the epoch: from now on where another
   * was, or none. Null forgets it.
   */
  keep(address: string | null, now: number): number
  /** The runs under way that were sent from that time on. */
  sentSince(time: number): readonly string[]
}

/**
 * What reached the receiver; the last 500 are kept, of those that named no run the last 100. It is written a moment
 * later and together, so that a flood costs little; one that can't be written is no reason to fail.
 */
export interface DeliveryLog {
  add(entry: DeliveryEntry): void
  /** Newest first. */
  list(limit: number): readonly LoggedDelivery[]
}

/** One request as it arrives, its body not read yet. */
export interface ArrivedRequest {
  readonly method: string
  /** The request line's target: a path, or a whole address. */
  readonly url: string
  /** Null where a header did not come; joined by a comma where it came more than once, whichever header it is. */
  readonly headers: Pick<Headers, 'get'>
  /** The body whole, counted while it arrives; nothing is kept of one that is larger or breaks off. Asked for once. */
  readBody(maxBytes: number): Promise<Uint8Array | 'too_large' | 'body_cut'>
}

/** An answer without a body. */
export interface RequestAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A port of this machine that strangers reach through a tunnel. It shares nothing with the page's own server. */
export interface WebhookServer {
  /** 127.0.0.1 only; port 0 takes any free one. */
  open(
    port: number,
    receive: (request: ArrivedRequest) => Promise<RequestAnswer>,
  ): Promise<Result<OpenWebhookServer, 'port_in_use' | 'port_refused'>>
}

export interface OpenWebhookServer {
  readonly port: number
  close(): Promise<void>
}

/** Sends one POST and follows nothing. */
export type SendDelivery = (delivery: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly signal: AbortSignal
}) => Promise<
  { readonly type: 'answered'; readonly status: number } | { readonly type: 'failed'; readonly cause: Reason }
>
