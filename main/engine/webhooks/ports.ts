import type { SubmissionState } from '../../../shared/bridge/views.ts'
import type { DeliveryEntry, LoggedDelivery } from '../../../shared/bridge/webhook-views.ts'
import type { Reason } from '../../../shared/failures/reason.ts'
import type { Result } from '../../../shared/result.ts'

/** The keys with which the service's signatures are verified. Never throws. */
export interface KeySet {
  /** The P-256 signing key of this id, or without an id each of them, at most 8. */
  find(keyId: string | null): Promise<KeyFinding>
}

export type KeyFinding =
  | {
      readonly type: 'keys'
      readonly keys: readonly CryptoKey[]
      /**
       * The keys that the service publishes now; absent where these were read just now, or were requested by
       * id.
       */
      newer?(): Promise<KeyFinding>
    }
  /** The service publishes no such key: the keys were requested just now. */
  | { readonly type: 'unknown' }
  /** Not among the keys that were read a moment ago, and they may not be requested again yet. */
  | { readonly type: 'unsettled' }
  | { readonly type: 'unreachable' }

/** The content of a verified delivery: this run's job has this id, and has ended. */
export interface VerifiedDelivery {
  readonly serviceId: string
  readonly requestId: string
  readonly submissionId: string
  readonly jobId: string
}

/** One that is not processed yet, with the time of its arrival, in milliseconds since the epoch. */
export interface OpenDelivery extends VerifiedDelivery {
  readonly takenAt: number
}

/** The data that a delivery is checked against: where a run was sent to and its current state. */
export interface HookRun {
  readonly serviceId: string
  readonly state: SubmissionState
  readonly jobId: string | null
}

/** Where deliveries wait, with the runs that they are about. */
export interface VerifiedDeliveryStore {
  run(submissionId: string): HookRun | null
  /**
   * Writes the request id with its delivery, in one transaction; `repeated` where the id was written before.
   * Durable when the promise resolves; rejects where nothing was written. A `settled` one needs nothing that
   * survives a crash.
   */
  take(delivery: VerifiedDelivery, at: number, need: 'open' | 'settled'): Promise<'taken' | 'repeated'>
  /** Unprocessed deliveries, oldest first. */
  open(): readonly OpenDelivery[]
  /** Durable a moment later: a crash before it leaves the delivery open, and it is processed again. */
  settle(delivery: VerifiedDelivery, at: number): void
}

/** The prefix of ids that are made for unsigned deliveries, which have none of their own. */
export const unsignedIdPrefix = 'unsigned:'

/** The request ids that were accepted, so that each counts once. */
export interface RequestIds {
  /**
   * Checks the next few ids and deletes those of signed deliveries that arrived before this time (milliseconds
   * since the epoch), are settled, and whose run has ended. Returns whether that was the last of them; it then
   * starts over.
   */
  forgetSome(before: number): 'more' | 'all'
}

/** Which runs named a delivery address in their request, across restarts. Costs no write per run. */
export interface AddressMemory {
  /**
   * Since when this address has been given out without a break, in milliseconds since the epoch: now where
   * another was, or none. Null removes it.
   */
  keep(address: string | null, now: number): number
  /** The runs under way that were sent from that time on. */
  sentSince(time: number): readonly string[]
}

/**
 * The requests that reached the receiver; the last 500 are kept, and of those that named no run the last 100.
 * Written a moment later and in batches, so that a flood costs little; a failed write is no error.
 */
export interface DeliveryLog {
  add(entry: DeliveryEntry): void
  /** Newest first. */
  list(limit: number): readonly LoggedDelivery[]
}

/** One request on arrival, its body not read yet. */
export interface ArrivedRequest {
  readonly method: string
  /** The request line's target: a path, or a whole address. */
  readonly url: string
  /** Null where a header is absent; joined by a comma where it came more than once, whichever header it is. */
  readonly headers: Pick<Headers, 'get'>
  /**
   * The whole body, counted while it arrives; nothing is kept of one that is too large or breaks off. Called
   * once.
   */
  readBody(maxBytes: number): Promise<Uint8Array | 'too_large' | 'body_cut'>
}

/** A response without a body. */
export interface RequestResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/** A port of this machine that strangers reach through a tunnel. It shares nothing with the page's own server. */
export interface WebhookServer {
  /** 127.0.0.1 only; port 0 takes any free one. */
  open(
    port: number,
    receive: (request: ArrivedRequest) => Promise<RequestResponse>,
  ): Promise<Result<OpenWebhookServer, 'port_in_use' | 'port_refused'>>
}

export interface OpenWebhookServer {
  readonly port: number
  close(): Promise<void>
}

/** Sends one POST and follows no redirect. */
export type SendDelivery = (delivery: {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
  readonly signal: AbortSignal
}) => Promise<
  | { readonly type: 'responded'; readonly status: number }
  | { readonly type: 'failed'; readonly cause: Reason }
>
