import { Buffer } from 'node:buffer'
import { embeddedMaxBytes, type InputFile } from '../../../shared/bridge/media-routes.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import type { BodyForm } from '../../../shared/form/body-form.ts'
import { readInputReference, replaceInputReferences } from '../../../shared/form/input-reference.ts'
import type { Problem } from '../../../shared/form/problems.ts'
import { splitParameters } from '../../../shared/form/request-parameters.ts'
import { fail, succeed } from '../../../shared/result.ts'
import { reasonMembers } from '../reason-error.ts'
import type { RequestBodies, RequestBody } from '../submissions/ports.ts'
import { encodeBody } from '../submissions/request-body.ts'
import { measureForm } from './form-body.ts'
import { fileFieldsOf, layOutForm } from './lay-out-form.ts'
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

  async function fill(values: Values, urls: ReadonlyMap<string, string>): Promise<Values | null> {
    const texts = new Map(urls)
    for (const file of filesIn(values) ?? []) {
      if (texts.has(file.sha256)) continue
      const bytes = await inputs.read(file.sha256)
      if (!bytes) return null
      texts.set(file.sha256, `data:${file.mediaType};base64,${Buffer.from(bytes).toString('base64')}`)
    }
    if ([...inputReferencesIn(values)].some((sha256) => !texts.has(sha256))) return null
    return replaceInputReferences(values, (sha256) => texts.get(sha256) ?? '') as Values
  }

  /** A form's files stay references: they are read while they are sent. */
  async function fillForm(values: Values, urls: ReadonlyMap<string, string>, form: BodyForm | null) {
    const { body } = splitParameters(values)
    const files = form ? fileFieldsOf(form, body) : {}
    const rest = Object.entries(body).filter(([name]) => !Object.hasOwn(files, name))
    const filled = await fill(Object.fromEntries(rest), urls)
    if (!filled || !filesIn(files)) return null
    // The order is the values' own.
    return Object.fromEntries(
      Object.keys(body).map((name) => [name, Object.hasOwn(files, name) ? files[name] : filled[name]]),
    )
  }

  async function encode(body: Values, form: BodyForm | null): Promise<RequestBody | null> {
    return form ? measureForm(layOutForm(form, body, inputs.find), inputs) : encodeBody(body)
  }

  return {
    async make(values, service, check, form = null) {
      const { body } = splitParameters(values)
      const all = filesIn(values)
      if (!all) return missing
      const untaken = check.files(inputs.find)
      if (untaken.length > 0) return { ok: false, problems: untaken }
      const others = inputReferencesIn(form ? withoutFields(body, fileFieldsOf(form, body)) : values)
      const files = all.filter(({ sha256 }) => others.has(sha256))
      const strays = straysIn(body, files)
      if (strays.length > 0) return { ok: false, problems: strays }
      const brought = await uploads.bring(files, service)
      if (!brought.ok) return brought
      const urls = brought.value
      const embedded = files.filter(({ sha256 }) => !urls.has(sha256))
      if (embedded.reduce((sum, { bytes }) => sum + bytes, 0) > embeddedMaxBytes) return tooLarge
      const filled = await fillForm(values, urls, form)
      if (!filled) return missing
      const problems = all.length > 0 ? check.body(filled) : []
      if (problems.length > 0) return { ok: false, problems }
      const made = await encode(filled, form)
      if (!made) return missing
      kept.noteBody(made.sha256, urls)
      if (form) kept.noteForm(made.sha256, form)
      return succeed(made)
    },
    async build(values, sha256) {
      const form = kept.formOfBody(sha256)
      const filled = form === 'unreadable' ? null : await fillForm(values, kept.urlsOfBody(sha256), form)
      const made = filled && form !== 'unreadable' ? await encode(filled, form) : null
      return made?.sha256 === sha256 ? made.body : null
    },
    async show(values, sha256) {
      const form = kept.formOfBody(sha256)
      if (form === 'unreadable') return null
      const filled = await fillForm(values, kept.urlsOfBody(sha256), form)
      if (!filled) return null
      if (form)
        return replaceInputReferences(filled, (file) => `data:${inputs.find(file)?.mediaType ?? ''};base64,`)
      return encodeBody(filled).sha256 === sha256 ? filled : null
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

/** Whatever a description says of a field: what is no medium never goes where an address would stand for it (INP345). */
function straysIn(values: Values, uploaded: readonly InputFile[]): readonly Problem[] {
  const strays = new Set(uploaded.filter(({ kind }) => kind === 'other').map(({ sha256 }) => sha256))
  if (strays.size === 0) return []
  const names = Object.keys(values).filter((name) =>
    [...inputReferencesIn(values[name])].some((sha256) => strays.has(sha256)),
  )
  return names.map((name) => ({ path: [name], reason: { code: 'not_a_medium' } }))
}

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

function withoutFields(values: Values, others: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(others, name)))
}
