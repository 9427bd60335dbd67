/** One attempt to deliver. */
export interface OutgoingDelivery {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Sends a delivery; returns the status, or null where there was no response in time. */
export type SendDelivery = (delivery: OutgoingDelivery) => Promise<number | null>
