import type { SendDelivery } from '../engine/webhooks/ports.ts'
import { postOnce } from './http-post-once.ts'

/** Sends a delivery as a service would: one POST, without redirects. */
export const sendDeliveryOverHttp: SendDelivery = async ({ url, headers, body, signal }) => {
  const outcome = await postOnce({ url: new URL(url), headers, body, signal })
  if (outcome.type === 'responded') return { type: 'responded', status: outcome.status }
  return { type: 'failed', cause: outcome.cause }
}
