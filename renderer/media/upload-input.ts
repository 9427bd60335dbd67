import { inputRefusals } from '../../shared/bridge/input-refusals.ts'
import type { InputRefusal, InputView } from '../../shared/bridge/media-routes.ts'
import type { UploadResult } from '../forms/intake-store.ts'

interface UploadOptions {
  /** The page's session. */
  readonly headers: Readonly<Record<string, string>>
  readonly signal: AbortSignal
  readonly onProgress: (sentBytes: number) => void
  readonly takesHeic: boolean
  readonly takesAny: boolean
}

/**
 * Sends a file's bytes to the studio, which keeps them once by their SHA-256. The browser streams them from
 * disk; the page never holds them. By XMLHttpRequest, because `fetch` does not report upload progress.
 */
export function uploadInput(
  file: File,
  { headers, signal, onProgress, takesHeic, takesAny }: UploadOptions,
): Promise<UploadResult> {
  const { promise, resolve } = Promise.withResolvers<UploadResult>()
  const request = new XMLHttpRequest()
  const lost: UploadResult = { ok: false, code: 'disconnected' }
  if (signal.aborted) return Promise.resolve(lost)
  const taking = `${takesHeic ? '&heic=1' : ''}${takesAny ? '&any=1' : ''}`
  request.open('POST', `/media/inputs?name=${encodeURIComponent(file.name)}${taking}`)
  for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
  request.upload.onprogress = ({ loaded }) => onProgress(loaded)
  request.onload = () => resolve(readResponse(request) ?? lost)
  request.onerror = () => resolve(lost)
  request.onabort = () => resolve(lost)
  signal.addEventListener('abort', () => request.abort(), { once: true })
  request.send(file)
  return promise
}

/** The response is the studio's own view, validated there; here only its outline is checked. */
function readResponse({ status, responseText }: XMLHttpRequest): UploadResult | null {
  const body = parseJson(responseText)
  if (typeof body !== 'object' || body === null) return null
  if (status === 200 && 'sha256' in body && 'kind' in body) return { ok: true, value: body as InputView }
  return 'code' in body && isRefusal(body.code) ? { ok: false, code: body.code } : null
}

function isRefusal(code: unknown): code is InputRefusal['code'] {
  return inputRefusals.some((refusal) => refusal === code)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
