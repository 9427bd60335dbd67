import { createHash } from 'node:crypto'
import { embeddedMaxBytes, type InputFile } from '../../../shared/bridge/media-routes.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { readInputReference, replaceInputReferences } from '../../../shared/form/input-reference.ts'
import { splitHeaders } from '../../../shared/form/request-headers.ts'
import type { Problem } from '../../../shared/json-schema/problem.ts'
import { type Failure, fail, succeed } from '../../../shared/result.ts'
import { toldReason } from '../reason-error.ts'
import type { RequestBodies } from '../submissions/ports.ts'
import type { AssetService, InputStore, UploadStore } from './ports.ts'
import type { Uploads } from './uploads.ts'

type Values = Readonly<Record<string, unknown>>

export type BodyRefusal = 'input_missing' | 'input_too_large' | 'upload_failed' | 'upload_cancelled'

export type MadeBody =
  | { readonly ok: true; readonly value: Uint8Array }
  | { readonly ok: false; readonly error: Failure<BodyRefusal> }
  /** What would be sent may not be: seen only now, as files have become what they are sent as. */
  | { readonly ok: false; readonly problems: readonly Problem[] }

export interface RequestBodiesDeps {
  readonly inputs: InputStore
  readonly kept: UploadStore
  readonly uploads: Uploads
}

export interface BodyMaker extends RequestBodies {
  /**
   * The bytes of a request that the person has just asked for. Files of theirs are brought to the service first where
   * it takes them, and stand in the request as their URL there; elsewhere they stand in it as data URIs (decision 6).
   * Which URL was chosen is written down, so that `build` gives these very bytes again, also after a restart. Where
   * files were put in, `judge` is asked about the whole first.
   */
  make(
    values: Values,
    service: { readonly baseUrl: string; readonly client: AssetService },
    judge: (body: unknown) => readonly Problem[],
  ): Promise<MadeBody>
}

export function createRequestBodies({ inputs, kept, uploads }: RequestBodiesDeps): BodyMaker {
  function filesIn(values: Values): InputFile[] | null {
    const files = [...inputReferencesIn(values)].map((sha256) => inputs.find(sha256))
    return files.every((file) => file !== null) ? files : null
  }

  async function fill(values: Values, urls: ReadonlyMap<string, string>): Promise<{ body: unknown } | null> {
    const texts = new Map(urls)
    for (const file of filesIn(values) ?? []) {
      if (texts.has(file.sha256)) continue
      const bytes = await inputs.read(file.sha256)
      if (!bytes) return null
      texts.set(file.sha256, `data:${file.mediaType};base64,${Buffer.from(bytes).toString('base64')}`)
    }
    if ([...inputReferencesIn(values)].some((sha256) => !texts.has(sha256))) return null
    return { body: replaceInputReferences(splitHeaders(values).body, (sha256) => texts.get(sha256) ?? '') }
  }

  return {
    async make(values, service, judge) {
      const files = filesIn(values)
      if (!files) return missing
      const brought = await uploads.bring(files, service)
      if (!brought.ok) return brought
      const urls = brought.value
      const embedded = files.filter(({ sha256 }) => !urls.has(sha256))
      if (embedded.reduce((sum, { bytes }) => sum + bytes, 0) > embeddedMaxBytes) return tooLarge
      const filled = await fill(values, urls)
      if (!filled) return missing
      const problems = files.length > 0 ? judge(filled.body) : []
      if (problems.length > 0) return { ok: false, problems }
      const body = encode(filled.body)
      kept.noteBody(createHash('sha256').update(body).digest('hex'), urls)
      return succeed(body)
    },
    async build(values, bodySha256) {
      const filled = await fill(values, kept.urlsOfBody(bodySha256))
      return filled && encode(filled.body)
    },
  }
}

function encode(body: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(body))
}

const missing = fail({
  code: 'input_missing',
  ...toldReason(reasonOf('input_not_kept')),
} as const)

const tooLarge = fail({
  code: 'input_too_large',
  ...toldReason({ code: 'inputs_too_large', maxBytes: embeddedMaxBytes }),
} as const)

/** The SHA-256 of every file of the person's own that these values name. */
export function inputReferencesIn(value: unknown): Set<string> {
  const found = new Set<string>()
  collect(value, found)
  return found
}

function collect(value: unknown, found: Set<string>): void {
  const sha256 = readInputReference(value)
  if (sha256 !== null) found.add(sha256)
  else if (Array.isArray(value)) for (const item of value) collect(item, found)
  else if (value !== null && typeof value === 'object')
    for (const member of Object.values(value)) collect(member, found)
}
