import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { InputKind } from '../../../shared/api/media.ts'
import { embeddedMaxBytes, type UploadProgress } from '../../../shared/bridge/media-routes.ts'
import { inputReference } from '../../../shared/form/input-reference.ts'
import type { FileOf } from '../../../shared/form/untaken-files.ts'
import { failures } from '../../../shared/words/en/failures.ts'
import { createSqliteUploadStore } from '../../infra/sqlite-upload-store.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { openLibrary } from '../../testing/open-library.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import type { AssetService, UploadOutcome } from '../service/ports.ts'
import type { InputStore } from './ports.ts'
import { createRequestBodies, inputReferencesIn } from './request-bodies.ts'
import { createUploads, putsUploadsInDoubt } from './uploads.ts'

const [first, second] = ['a'.repeat(64), 'b'.repeat(64)] as const
const baseUrl = 'https://service.example/v1'

interface SpyAssetService extends AssetService {
  readonly uploads: string[]
  readonly mediaTypes: string[]
  /** The responses to the next uploads; when empty, each upload gets a new URL. */
  readonly responses: (UploadOutcome | Promise<UploadOutcome>)[]
}

function createSpyAssetService(takesAssets = true): SpyAssetService {
  const spy: SpyAssetService = {
    uploads: [],
    mediaTypes: [],
    responses: [],
    takesAssets: () => takesAssets,
    async uploadAsset({ name, mediaType, content }, signal, onProgress) {
      let bytes = 0
      for await (const chunk of content) {
        bytes += chunk.length
        onProgress(bytes)
      }
      spy.uploads.push(name)
      spy.mediaTypes.push(mediaType)
      const ended = new Promise<UploadOutcome>((resolve) =>
        signal.addEventListener('abort', () => resolve({ type: 'cancelled' })),
      )
      const taken: UploadOutcome = { type: 'uploaded', url: `https://files.example/${spy.uploads.length}` }
      return Promise.race([spy.responses.shift() ?? taken, ended])
    },
  }
  return spy
}

async function open(
  files: Readonly<Record<string, string>>,
  bytes?: number,
  mediaType = 'image/png',
  kind: InputKind = 'image',
) {
  const { database } = await openLibrary()
  const kept = createSqliteUploadStore({ database, clock: createFakeClock() })
  const reads: string[] = []
  const progress: (UploadProgress | null)[] = []
  const inputs: Pick<InputStore, 'find' | 'read' | 'open'> = {
    find(sha256) {
      const text = files[sha256]
      if (text === undefined) return null
      const measures = { width: null, height: null, durationSeconds: null }
      const name = `${text}.png`
      return { sha256, kind, mediaType, bytes: bytes ?? text.length, name, ...measures }
    },
    async read(sha256) {
      reads.push(sha256)
      const text = files[sha256]
      return text === undefined ? null : new TextEncoder().encode(text)
    },
    open(sha256) {
      return (async function* () {
        yield new TextEncoder().encode(files[sha256])
      })()
    },
  }
  const uploads = createUploads({
    inputs: inputs as InputStore,
    kept,
    onProgress: (now) => progress.push(now),
    onFailed: () => {},
  })
  const bodies = createRequestBodies({ inputs: inputs as InputStore, kept, uploads })
  async function make(values: Readonly<Record<string, unknown>>, client: AssetService, at = baseUrl) {
    const made = await bodies.make(values, { baseUrl: at, client }, { files: () => [], body: () => [] })
    return made.ok ? made.value.body : 'error' in made ? made.error : made.problems
  }
  return { database, kept, reads, progress, uploads, bodies, make }
}

function textOf(body: unknown): string {
  if (!(body instanceof Uint8Array)) throw new Error(`No body: ${JSON.stringify(body)}`)
  return new TextDecoder().decode(body)
}

function digestOf(body: unknown): string {
  return createHash('sha256').update(textOf(body)).digest('hex')
}

test('[INP6] each of the person’s own files is sent as a data URI where the service takes no uploads, and is read once', async () => {
  const { make, reads } = await open({ [first]: 'one', [second]: 'two' })
  const values = {
    prompt: 'a sea',
    start_image: inputReference(first),
    reference_images: [inputReference(second), 'https://a.example/x.png', inputReference(first)],
    style_images: [{ url: inputReference(first), strength: 1 }],
  }
  const client = createSpyAssetService(false)
  expect(JSON.parse(textOf(await make(values, client)))).toEqual({
    prompt: 'a sea',
    start_image: 'data:image/png;base64,b25l',
    reference_images: ['data:image/png;base64,dHdv', 'https://a.example/x.png', 'data:image/png;base64,b25l'],
    style_images: [{ url: 'data:image/png;base64,b25l', strength: 1 }],
  })
  expect([reads.toSorted(), client.uploads]).toEqual([[first, second], []])
})

test('[INP6] where the service takes uploads, each file is uploaded once and sent as its URL, per service', async () => {
  const { make, progress, reads } = await open({ [first]: 'one', [second]: 'two' })
  const client = createSpyAssetService()
  const values = {
    start_image: inputReference(first),
    image_urls: [inputReference(second), inputReference(first)],
  }
  const body = {
    start_image: 'https://files.example/1',
    image_urls: ['https://files.example/2', 'https://files.example/1'],
  }
  expect(JSON.parse(textOf(await make(values, client)))).toEqual(body)
  expect(JSON.parse(textOf(await make(values, client)))).toEqual(body)
  expect([client.uploads, reads]).toEqual([['one.png', 'two.png'], []])
  expect(progress).toEqual([
    { name: 'one.png', sentBytes: 0, totalBytes: 6 },
    { name: 'one.png', sentBytes: 3, totalBytes: 6 },
    { name: 'two.png', sentBytes: 3, totalBytes: 6 },
    { name: 'two.png', sentBytes: 6, totalBytes: 6 },
    null,
  ])
  const elsewhere = createSpyAssetService()
  await make(values, elsewhere, 'https://other.example')
  expect(elsewhere.uploads).toEqual(['one.png', 'two.png'])
})

test('the same values give the same bytes', async () => {
  const { make, bodies } = await open({ [first]: 'one' })
  const values = { prompt: 'é 🌊', n: 0.1, image_url: inputReference(first) }
  const body = await make(values, createSpyAssetService(false))
  expect(await bodies.build(structuredClone(values), digestOf(body))).toEqual(body)
  expect(textOf(body)).toContain('é 🌊')
})

test('[INP8] a request keeps the URLs it was confirmed with, whatever the service says of them later', async () => {
  const { make, bodies, kept } = await open({ [first]: 'one' })
  const client = createSpyAssetService()
  const values = { image_url: inputReference(first) }
  const confirmed = await make(values, client)
  kept.doubtBody(digestOf(confirmed))
  const next = await make(values, client)
  expect([textOf(confirmed), textOf(next)]).toEqual([
    '{"image_url":"https://files.example/1"}',
    '{"image_url":"https://files.example/2"}',
  ])
  expect(await bodies.build(values, digestOf(confirmed))).toEqual(confirmed)
})

test('[INP7] a failed upload makes no body, says why, and leaves nothing to be used', async () => {
  const { make, kept, progress } = await open({ [first]: 'one' })
  const client = createSpyAssetService()
  client.responses.push({ type: 'failed', cause: { code: 'connection_reset' } })
  expect(await make({ image_url: inputReference(first) }, client)).toEqual({
    code: 'upload_failed',
    cause: { code: 'upload_failed', file: 'one.png', why: { code: 'connection_reset' } },
  })
  expect([kept.find(baseUrl, first), progress.at(-1)]).toEqual([null, null])
})

test('[INP580] what the service refuses is its refusal, with its words, and no file that did not get there', async () => {
  const { make } = await open({ [first]: 'one' })
  const client = createSpyAssetService()
  client.responses.push({ type: 'refused', status: 413, words: 'Too many pixels.' })
  const cause = { code: 'upload_refused', file: 'one.png', status: 413, words: 'Too many pixels.' } as const
  const failure = { code: 'upload_failed', cause } as const
  expect(await make({ image_url: inputReference(first) }, client)).toEqual(failure)
  expect(failures.sentence(failure)).toBe(
    'The service refused “one.png”: the file is too large for it (413). The service’s words: Too many pixels. The run was not sent, and nothing is charged.',
  )
})

test('[INP7] the person can cancel an upload; earlier uploads are kept', async () => {
  const { make, uploads, kept } = await open({ [first]: 'one', [second]: 'two' })
  const client = createSpyAssetService()
  const never = new Promise<UploadOutcome>(() => {})
  client.responses.push({ type: 'uploaded', url: 'https://files.example/x' }, never)
  const making = make({ image_urls: [inputReference(first), inputReference(second)] }, client)
  await expect.poll(() => client.uploads).toEqual(['one.png', 'two.png'])
  uploads.cancel()
  expect(await making).toMatchObject({ code: 'upload_cancelled' })
  expect([kept.find(baseUrl, first), kept.find(baseUrl, second)]).toEqual(['https://files.example/x', null])
})

test('a service that turns out to take no uploads gets the files inside the request', async () => {
  const { make } = await open({ [first]: 'one' })
  const client = createSpyAssetService()
  client.responses.push({ type: 'not_taken' })
  expect(textOf(await make({ image_url: inputReference(first) }, client))).toContain(
    'data:image/png;base64,b25l',
  )
})

test('[INP6] a file too large for a request is refused before it is read', async () => {
  const { make, reads } = await open({ [first]: 'one', [second]: 'two' }, embeddedMaxBytes / 2 + 1)
  const values = { image_urls: [inputReference(first), inputReference(second)] }
  expect(await make(values, createSpyAssetService(false))).toMatchObject({ code: 'input_too_large' })
  expect(reads).toEqual([])
  expect(textOf(await make(values, createSpyAssetService()))).toContain('https://files.example/')
})

test('[INP11] a request is validated as it would be sent, files included, and leaves nothing where it is refused', async () => {
  const { bodies, kept } = await open({ [first]: 'one' })
  const problems = [{ path: ['image_url'], reason: { code: 'not_media' as const } }]
  const values = { image_url: inputReference(first), 'header:X-Keep': true }
  const checked: unknown[] = []
  const check = {
    files: () => [],
    body(body: unknown) {
      checked.push(body)
      return problems
    },
  }
  const embedding = { baseUrl, client: createSpyAssetService(false) }
  const uploading = { baseUrl, client: createSpyAssetService() }
  expect(await bodies.make(values, embedding, check)).toEqual({ ok: false, problems })
  expect(await bodies.make(values, uploading, check)).toEqual({ ok: false, problems })
  expect(checked).toEqual([
    { image_url: 'data:image/png;base64,b25l' },
    { image_url: 'https://files.example/1' },
  ])
  const sent = JSON.stringify(checked[1])
  expect(kept.urlsOfBody(createHash('sha256').update(sent).digest('hex')).size).toBe(0)
  expect((await bodies.make({ prompt: 'no file' }, uploading, check)).ok).toBe(true)
})

test('[INP21] [INP22] HEIC is uploaded and inserted as it is, and not at all where its field doesn’t take it', async () => {
  const { bodies, make } = await open({ [first]: 'one' }, undefined, 'image/heic')
  const values = { image_url: inputReference(first) }
  const [embedding, uploading] = [createSpyAssetService(false), createSpyAssetService()]
  expect(textOf(await make(values, embedding))).toBe('{"image_url":"data:image/heic;base64,b25l"}')
  const problems = [{ path: ['image_url'], reason: { code: 'heic' as const } }]
  const check = {
    files: (fileOf: FileOf) => (fileOf(first)?.mediaType === 'image/heic' ? problems : []),
    body: () => [],
  }
  expect(await bodies.make(values, { baseUrl, client: uploading }, check)).toEqual({ ok: false, problems })
  expect(uploading.uploads).toEqual([])
  await make(values, uploading)
  expect(uploading.mediaTypes).toEqual(['image/heic'])
})

test('[INP345] what is no medium is neither uploaded nor inserted, whatever was found of its field', async () => {
  const { make, reads } = await open(
    { [first]: 'one', [second]: 'two' },
    undefined,
    'application/zip',
    'other',
  )
  const values = { prompt: 'a sea', weights: { url: inputReference(first) }, list: [inputReference(second)] }
  const problems = ['weights', 'list'].map((name) => ({ path: [name], reason: { code: 'not_a_medium' } }))
  for (const takesUploads of [false, true]) {
    const client = createSpyAssetService(takesUploads)
    expect(await make(values, client)).toEqual(problems)
    expect([client.uploads, reads]).toEqual([[], []])
  }
})

test('a file that is gone makes no body', async () => {
  const { make, bodies } = await open({})
  const values = { image_url: inputReference(first) }
  expect(await make(values, createSpyAssetService())).toMatchObject({ code: 'input_missing' })
  expect(await bodies.build(values, first)).toBeNull()
})

test('a text that only looks like a reference is a text', () => {
  const values = {
    prompt: `see ${inputReference(first)}`,
    other: 'atelier-input:xyz',
    at: { depth: [[inputReference(second)]] },
  }
  expect([...inputReferencesIn(values)]).toEqual([second])
})

test.each([
  ['a refusal of what was sent', { state: 'rejected', problem: 'refused', job: null }, true],
  ['a job that failed', { state: 'accepted', problem: null, job: 'failed' }, true],
  ['a key that is not taken', { state: 'rejected', problem: 'unauthorized', job: null }, false],
  ['a job that was done', { state: 'accepted', problem: null, job: 'completed' }, false],
  ['a lost answer', { state: 'unknown', problem: 'answer_lost', job: null }, false],
] as const)('%s puts uploads in doubt: %o', (_, { state, problem, job }, doubts) => {
  const submission = sampleSubmission({
    state,
    problem: problem && { code: problem, message: '', status: null, retryAt: null },
    job: job && sampleJob({ status: job }),
  })
  expect(putsUploadsInDoubt(submission)).toBe(doubts)
})
