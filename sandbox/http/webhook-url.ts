export type WebhookUrl =
  | { readonly ok: true; readonly url: string | null }
  | { readonly ok: false; readonly error: string }

const loopbackHosts: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]'])

/** Reads X-Webhook-URL: absent, or an https URL; http only to this machine (interface: Events 4). */
export function readWebhookUrl(header: string | undefined): WebhookUrl {
  if (header === undefined) return { ok: true, url: null }
  const url = URL.parse(header)
  if (url?.protocol === 'https:') return { ok: true, url: url.href }
  if (url?.protocol === 'http:' && loopbackHosts.has(url.hostname)) return { ok: true, url: url.href }
  return { ok: false, error: 'X-Webhook-URL: must be an https URL, or http to this machine.' }
}
