import type { DeliveryEntry, LoggedDelivery } from '../../../shared/bridge/webhook-views.ts'
import type { Result } from '../../../shared/result.ts'

/** What the service publishes to verify its signatures with. Nothing here throws. */
export interface KeySet {
  /** The P-256 signing key of this id, or without an id each of them, at most 8. */
  find(keyId: string | null): Promise<KeyFinding>
}

export type KeyFinding =
  | { readonly type: 'keys'; readonly keys: readonly CryptoKey[] }
  /** The service publishes no such key. */
  | { readonly type: 'unknown' }
  | { readonly type: 'unreachable' }

/** What a verified delivery leaves: this run's job is said to be this one, and to have ended. */
export interface Hint {
  readonly serviceId: string
  readonly requestId: string
  readonly submissionId: string
  readonly jobId: string
}

/** Where hints wait. Every write is durable when its promise resolves; it rejects where nothing was written. */
export interface HintStore {
  /** Takes the request id with its hint, in one transaction; `repeated` where the id was taken before. */
  take(hint: Hint, at: number): Promise<'taken' | 'repeated'>
  /** Hints that nothing was done about yet, oldest first. */
  open(): readonly Hint[]
  settle(hint: Hint, at: number): void
}

/** What reached the receiver; the last 500 are kept. A log that can't be written is no reason to fail. */
export interface DeliveryLog {
  add(entry: DeliveryEntry): void
  /** Newest first. */
  list(limit: number): readonly LoggedDelivery[]
}

/** A port of this machine that strangers reach through a tunnel. It shares nothing with the page's own server. */
export interface WebhookServer {
  /** 127.0.0.1 only; port 0 takes any free one. */
  open(
    port: number,
    receive: (request: Request) => Promise<Response>,
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
  { readonly type: 'answered'; readonly status: number } | { readonly type: 'failed'; readonly cause: string }
>
