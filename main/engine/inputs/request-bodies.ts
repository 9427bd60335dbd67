import { Buffer } from 'node:buffer'
import { embeddedMaxBytes, type InputFile } from '../../../shared/bridge/media-routes.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { readInputReference, replaceInputReferences } from '../../../shared/form/input-reference.ts'
import { splitParameters } from '../../../shared/form/request-parameters.ts'
import { fail, succeed } from '../../../shared/result.ts'
import { reasonMembers } from '../reason-error.ts'
import type { RequestBodies } from '../submissions/ports.ts'
import { encodeBody } from '../submissions/request-body.ts'
import type { InputStore, UploadStore } from './ports.ts'
import type { Uploads } from './uploads.ts'

type Values = Readonly<Record<string, unknown>>

export interface RequestBodiesDeps {
  readonly inputs: InputStore
  readonly kept: UploadStore
  readonly uploads: Uploads
}

export function createRequestBodies({ inputs, kept, uploads }: RequestBodiesDeps): RequestBodies {
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
    return { body: replaceInputReferences(splitParameters(values).body, (sha256) => texts.get(sha256) ?? '') }
  }

  return {
    async make(values, service, check) {
      const files = filesIn(values)
      if (!files) return missing
      const untaken = check.files((sha256) => inputs.find(sha256)?.mediaType ?? null)
      if (untaken.length > 0) return { ok: false, problems: untaken }
      const brought = await uploads.bring(files, service)
      if (!brought.ok) return brought
      const urls = brought.value
      const embedded = files.filter(({ sha256 }) => !urls.has(sha256))
      if (embedded.reduce((sum, { bytes }) => sum + bytes, 0) > embeddedMaxBytes) return tooLarge
      const filled = await fill(values, urls)
      if (!filled) return missing
      const problems = files.length > 0 ? check.body(filled.body) : []
      if (problems.length > 0) return { ok: false, problems }
      const body = encodeBody(filled.body)
      kept.noteBody(body.sha256, urls)
      return succeed(body)
    },
    async build(values, sha256) {
      const filled = await fill(values, kept.urlsOfBody(sha256))
      const body = filled && encodeBody(filled.body)
      return body?.sha256 === sha256 ? body.bytes : null
    },
  }
}

const missing = fail({
  code: 'input_missing',
  ...reasonMembers(reasonOf('input_not_kept')),
} as const)

const tooLarge = fail({
  code: 'input_too_large',
  ...reasonMembers({ code: 'inputs_too_large', maxBytes: embeddedMaxBytes }),
} as const)

/** The SHA-256 of each of the person's own files in these values. */
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
