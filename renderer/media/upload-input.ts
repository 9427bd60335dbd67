import { inputRefusalSchema, inputViewSchema } from '../../shared/bridge/media-routes.ts'
import type { UploadResult } from '../forms/intake-store.ts'

interface UploadOptions {
  /** The page's session. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly onProgress: (sentBytes: number) => void
}

/**
 * Sends a file's bytes to the studio, which keeps them once by their SHA-256. The browser streams them from
 * disk; the page never holds them. By XMLHttpRequest, because `fetch` does not report upload progress.
 */
export function uploadInput(
  file: File,
  { headers, signal, onProgress }: UploadOptions,
): Promise<UploadResult> {
  const { promise, resolve } = Promise.withResolvers<UploadResult>()
  const request = new XMLHttpRequest()
  const lost: UploadResult = { ok: false, code: 'disconnected' }
  request.open('POST', `/media/inputs?name=${encodeURIComponent(file.name)}`)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded }) => onProgress(loaded)
  request.onload = () => resolve(readAnswer(request) ?? lost)
  request.onerror = () => resolve(lost)
  request.onabort = () => resolve(lost)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

function readAnswer({ status, responseText }: XMLHttpRequest): UploadResult | null {
  const body = parseJson(responseText)
  const kept = inputViewSchema.safeParse(body)
  if (status === 200 && kept.success) return { ok: true, value: kept.data }
  const refusal = inputRefusalSchema.safeParse(body)
  return refusal.success ? { ok: false, code: refusal.data.code } : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
