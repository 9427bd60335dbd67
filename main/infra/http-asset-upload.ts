import { randomUUID } from 'node:crypto'
import type { ClientRequest } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assetSchema } from '../../shared/api/asset.ts'
import { errorBodySchema } from '../../shared/api/error.ts'
import { mediaUrlMaxLength } from '../../shared/api/media.ts'
import { reasonOf } from '../../shared/failures/reason.ts'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { countCharacters } from '../../shared/json-schema/count-characters.ts'
import { ReasonError } from '../engine/reason-error.ts'
import type { AssetToUpload, UploadOutcome } from '../engine/service/ports.ts'
import { explainNetworkError } from './http-post-once.ts'
import { requestOver } from './node-http.ts'
import { readLimited } from './read-limited.ts'

const responseMaxBytes = 256 * 1024
/** Milliseconds without a byte in either direction. */
const stillnessMs = 60_000
/** Statuses of a service without this operation. */
const noOperation: ReadonlySet<number> = new Set([404, 405, 501])

export interface AssetUploadRequest {
  /** `{base_url}/assets`. */
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly asset: AssetToUpload
  readonly signal: AbortSignal
  onProgress(sentBytes: number): void
  /** Milliseconds; only tests set another limit. */
  readonly stillMs?: number
}

/**
 * Uploads one file as `multipart/form-data` (`file`), streamed from disk with back-pressure. On a fresh
 * connection, without redirects; never repeated here. It costs no money.
 */
export async function uploadAsset(upload: AssetUploadRequest): Promise<UploadOutcome> {
  try {
    return await send(upload)
  } catch (error) {
    if (upload.signal.aborted) return { type: 'cancelled' }
    return { type: 'failed', cause: explainNetworkError(error) }
  }
}

async function send(upload: AssetUploadRequest): Promise<UploadOutcome> {
  const { url, headers, asset, signal } = upload
  const { opening, closing, contentType } = wrapping(asset)
  const isSecure = url.protocol === 'https:'
  const request = requestOver({ isSecure })(url, {
    method: 'POST',
    agent: false,
    headers: {
      ...headers,
      Accept: 'application/json',
      'Accept-Encoding': 'identity',
      'Content-Type': contentType,
      'Content-Length': opening.length + asset.bytes + closing.length,
      Connection: 'close',
    },
    signal,
  })
  request.setTimeout(upload.stillMs ?? stillnessMs, () =>
    request.destroy(new ReasonError({ code: 'answer_timeout' })),
  )
  const reply = responseOf(request)
  const parts = Readable.from(multipart(upload, opening, closing), { objectMode: false })
  // A service may refuse before it has read everything: then its response counts, not the broken connection.
  const sent = pipeline(parts, request).catch((error: unknown) => error)
  try {
    return await reply
  } catch (error) {
    throw (await sent) ?? error
  } finally {
    request.destroy()
  }
}

async function* multipart({ asset, onProgress }: AssetUploadRequest, opening: Buffer, closing: Buffer) {
  let sentBytes = 0
  yield opening
  for await (const chunk of asset.content) {
    yield chunk
    sentBytes += chunk.length
    onProgress(sentBytes)
  }
  yield closing
}

function wrapping({ name, mediaType }: AssetToUpload) {
  const boundary = `atelier-${randomUUID()}`
  const fileName = name.replace(/[\r\n]/g, ' ').replaceAll('"', '%22')
  const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${mediaType}\r\n\r\n`
  return {
    opening: Buffer.from(opening),
    closing: Buffer.from(`\r\n--${boundary}--\r\n`),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

function responseOf(request: ClientRequest): Promise<UploadOutcome> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadOutcome>()
  request.on('error', reject)
  request.on('close', () => reject(new ReasonError({ code: 'answer_missing' })))
  request.on('response', (response) => {
    readLimited(response, responseMaxBytes)
      .then((text) => readResponse(response.statusCode ?? 0, text))
      .then(resolve, reject)
  })
  return promise
}

function readResponse(status: number, text: string): UploadOutcome {
  if (noOperation.has(status)) return { type: 'not_taken' }
  const body = parseBoundedJson(text)
  if (status < 200 || status > 299) {
    const words = errorBodySchema.safeParse(body)
    return { type: 'refused', status, words: words.success ? words.data.error : '' }
  }
  const asset = assetSchema.safeParse(body)
  const url = asset.success ? asset.data.image_url : ''
  if (/^https?:\/\//.test(url) && countCharacters(url) <= mediaUrlMaxLength) return { type: 'uploaded', url }
  return { type: 'failed', cause: reasonOf('upload_without_url') }
}
