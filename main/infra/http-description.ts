import { createHash } from 'node:crypto'
import { readDescription } from '../engine/catalog/description.ts'
import { descriptionBounds, readDocument } from '../engine/catalog/read-document.ts'
import { createKeyMask, type KeyMask } from '../engine/service/key-mask.ts'
import type { DescribeOutcome } from '../engine/service/ports.ts'
import { httpGet, type SmallResponse } from './http-get.ts'
import { explainNetworkError } from './http-post-once.ts'
import { parseYaml } from './parse-yaml.ts'

const readTimeoutMs = 20_000

export interface DescriptionReaderDeps {
  readonly url: URL
  /** Sent only where the description is refused without it. */
  readonly authorization: Readonly<Record<string, string>>
  readonly mask: KeyMask
  /** Ends a reading. */
  readonly closing?: AbortSignal | undefined
  /** Called with each new document, before its endpoints are read. */
  onDocument(document: Readonly<Record<string, unknown>>): void
}

export interface DescriptionReader {
  read(): Promise<DescribeOutcome>
  /** The same of a text that the person has. */
  readText(text: string): Promise<DescribeOutcome>
}

/** One description, read again each time it is called: what has not changed is not sent again, or not read. */
export function createDescriptionReader(deps: DescriptionReaderDeps): DescriptionReader {
  const { url, authorization, mask, closing, onDocument } = deps
  let known: { readonly etag: string | null; readonly digest: string } | null = null
  let needsKey = false

  function get(headers: Readonly<Record<string, string>>): Promise<SmallResponse> {
    return httpGet(url, {
      headers: {
        Accept: 'application/json, application/yaml;q=0.9, */*;q=0.1',
        ...(known?.etag ? { 'If-None-Match': known.etag } : {}),
        ...headers,
      },
      signal: AbortSignal.any([AbortSignal.timeout(readTimeoutMs), ...(closing ? [closing] : [])]),
      maxBytes: descriptionBounds.bytes,
    })
  }

  async function request(): Promise<SmallResponse> {
    const first = await get(needsKey ? authorization : {})
    const isRefused = first.status === 401 || first.status === 403
    if (!isRefused || needsKey || authorization.Authorization === undefined) return first
    const second = await get(authorization)
    needsKey = second.status >= 200 && second.status < 400
    return second
  }

  async function read(response: SmallResponse): Promise<DescribeOutcome> {
    const { status, body, header } = response
    if (status === 304 && known) return { type: 'unchanged' }
    if (status === 401 || status === 403) return { type: 'none', fault: 'needs_key' }
    if (status < 200 || status > 299)
      return { type: 'none', fault: status === 404 || status === 410 ? 'absent' : 'unreached' }
    return readText(body, header('etag'))
  }

  async function readText(body: string, etag: string | null = null): Promise<DescribeOutcome> {
    const digest = createHash('sha256').update(body).digest('hex')
    if (digest === known?.digest) return { type: 'unchanged' }
    const document = await readDocument(body, parseYaml)
    if (!document.ok) return { type: 'none', fault: document.error.code }
    const masked = mask.value(document.value)
    const endpoints = readDescription(masked)
    const isUsable = endpoints !== null && endpoints.length > 0
    // A stub amid a deployment must not say where jobs are, while an earlier one says where runs go.
    if (isUsable || known === null) onDocument(masked)
    if (!isUsable) return { type: 'none', fault: 'no_models' }
    known = { etag: etag !== null && etag.length <= 1_000 ? etag : null, digest }
    return { type: 'described', endpoints, digest }
  }

  return {
    async read() {
      try {
        return await read(await request())
      } catch (error) {
        return { type: 'none', fault: isTooLarge(error) ? 'too_large' : 'unreached' }
      }
    },
    readText: (text) => readText(text),
  }
}

function isTooLarge(error: unknown): boolean {
  const reason = explainNetworkError(error)
  return typeof reason !== 'string' && reason.code === 'answer_too_large'
}

/** A description by its own address, without any key. */
export function readDescriptionAt(url: URL): Promise<DescribeOutcome> {
  return createDescriptionReader({ url, authorization: {}, mask: createKeyMask(), onDocument() {} }).read()
}
