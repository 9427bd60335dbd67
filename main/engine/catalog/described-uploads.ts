import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { follow } from './follow-reference.ts'
import { jobsPathOf } from './jobs-path.ts'
import { schemaStates, textStates, typesState } from './states-heic.ts'

const formData = /^multipart\/form-data *(;|$)/i

/** Whether a description lists `POST /assets` with a multipart body (decision 6), beside its jobs. */
export function listsAssets(document: unknown): boolean {
  return Object.keys(uploadOf(document)?.content ?? {}).some((type) => formData.test(type))
}

const known = new WeakMap<object, boolean>()

/** Whether the service's uploads say that they take HEIC (INP20). */
export function uploadsTakeHeic(document: unknown): boolean {
  if (!isRecord(document)) return false
  const takes = known.get(document) ?? uploadsState(document) === true
  known.set(document, takes)
  return takes
}

interface Upload {
  readonly operation: Readonly<Record<string, unknown>>
  readonly body: Readonly<Record<string, unknown>>
  readonly content: Readonly<Record<string, unknown>>
}

function uploadOf(document: unknown): Upload | null {
  const paths = isRecord(document) && isRecord(document.paths) ? document.paths : {}
  const found = [`${jobsPathOf(document)}/assets`, '/assets'].find((path) => Object.hasOwn(paths, path))
  const item = found === undefined ? undefined : follow(document, paths[found])
  const operation = isRecord(item) ? item.post : undefined
  const body = isRecord(operation) ? follow(document, operation.requestBody) : undefined
  if (!isRecord(operation) || !isRecord(body) || !isRecord(body.content)) return null
  return { operation, body, content: body.content }
}

/** What the upload says of its types: its parts' own, then those of the body, then its texts. */
function uploadsState(document: unknown): boolean | null {
  const upload = uploadOf(document)
  if (!upload) return null
  const { operation, body, content } = upload
  const types = typesState(Object.keys(content))
  if (types !== null) return types
  for (const media of Object.values(content)) {
    const said = partsState(document, media)
    if (said !== null) return said
  }
  return schemaStates(operation) ?? textStates(operation.summary, body.description)
}

function partsState(document: unknown, media: unknown): boolean | null {
  if (!isRecord(media)) return null
  const encodings = isRecord(media.encoding) ? Object.values(media.encoding) : []
  const listed = typesState(encodings.map((one) => (isRecord(one) ? one.contentType : null)))
  if (listed !== null) return listed
  const schema = follow(document, media.schema)
  if (!isRecord(schema)) return null
  const parts = isRecord(schema.properties) ? Object.values(schema.properties) : []
  for (const part of [...parts.map((one) => follow(document, one)), schema]) {
    const said = isRecord(part) ? schemaStates(part) : null
    if (said !== null) return said
  }
  return null
}
