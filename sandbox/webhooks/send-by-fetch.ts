import type { OutgoingDelivery } from './ports.ts'

/** How long a receiver may take, in milliseconds. */
const responseTimeoutMs = 10_000

/** Sends a delivery over the network. A redirect is not followed. */
export async function sendByFetch({ url, headers, body }: OutgoingDelivery): Promise<number | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body: body as Uint8Array<ArrayBuffer>,
      redirect: 'manual',
      signal: AbortSignal.timeout(responseTimeoutMs),
    })
    await response.body?.cancel()
    return response.status
  } catch {
    return null
  }
}
