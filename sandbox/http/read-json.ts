import type { SandboxContext } from './environment.ts'

/** The largest request body, in bytes: data URIs of images and short videos fit; larger ones are uploaded. */
export const bodyMaxBytes = 64 * 1024 * 1024

export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: string }

const tooLarge = { ok: false, error: `The body may have at most ${bodyMaxBytes / 1024 / 1024} MiB.` } as const

/** Reads a JSON body without ever holding more than the limit. */
export async function readJson(context: SandboxContext): Promise<JsonBody> {
  if (Number(context.req.header('content-length') ?? 0) > bodyMaxBytes) return tooLarge
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of context.req.raw.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > bodyMaxBytes) return tooLarge
    chunks.push(chunk)
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return { ok: false, error: 'The body is not JSON in UTF-8.' }
  }
}

/**
 * Whether a Content-Type allows reading a body as JSON: application/json or another +json type, in UTF-8 where
 * it names a character set. An absent one counts as JSON.
 */
export function isJsonType(contentType: string | undefined): boolean {
  const [type = '', ...parameters] = (contentType ?? 'application/json').toLowerCase().split(';')
  const charsets = parameters
    .map((parameter) => parameter.trim())
    .filter((parameter) => parameter.startsWith('charset='))
  return (
    /^application\/(json|[\w.!#$&^-]+\+json)$/.test(type.trim()) &&
    charsets.every((charset) => /^charset="?utf-8"?$/.test(charset))
  )
}
