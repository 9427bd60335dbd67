import type { WebhookServer } from '../engine/webhooks/ports.ts'

/** The receiver's own HTTP server, whose code is loaded when it is first opened: most studios poll. */
export const webhookServer: WebhookServer = {
  async open(port, receive) {
    const { createWebhookServer } = await import('./webhook-server.ts')
    return createWebhookServer().open(port, receive)
  },
}
