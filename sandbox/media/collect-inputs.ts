import type { JobRow } from '../store/job-store.ts'
import { RenderRefusal } from './render-refusal.ts'
import { sniffMedia } from './sniff-media.ts'

/** The given pictures by the part they play, as bytes. */
export interface RenderInputs {
  /** The first frame of a film. */
  readonly start: Uint8Array | null
  /** The last frame of a film. */
  readonly end: Uint8Array | null
  /** The picture that is edited. */
  readonly base: Uint8Array | null
  /** Pictures whose colours are followed. */
  readonly look: readonly Uint8Array[]
}

/** Reads what a URL holds: the sandbox's own files without the network. Rejects with RenderRefusal. */
export type ReadUrl = (url: string, job: Pick<JobRow, 'origin'>) => Promise<Uint8Array>

/** Fetches or decodes the pictures that a request gives. Films and sounds that it gives are not looked at. */
export async function collectInputs(
  job: Pick<JobRow, 'request' | 'origin'>,
  readUrl: ReadUrl,
): Promise<RenderInputs> {
  const { request } = job
  const [firstGiven, ...otherGiven] = listOf(request.image_urls)
  const read = async (value: unknown, field: string) => {
    return typeof value === 'string' ? readPicture(value, field, (url) => readUrl(url, job)) : null
  }
  const styleImages = listOf(request.style_images).map(
    (element) => (element as { readonly url?: unknown }).url,
  )
  const looks = [...styleImages, ...listOf(request.reference_images), ...otherGiven]
  const [start, end, base, ...look] = await Promise.all([
    read(request.start_image, 'start_image'),
    read(request.end_image, 'end_image'),
    read(request.image_url ?? firstGiven, request.image_url ? 'image_url' : 'image_urls'),
    ...looks.map((value) => read(value, 'a reference or style image')),
  ])
  return { start, end, base, look: look.filter((bytes) => bytes !== null) }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

async function readPicture(value: string, field: string, readUrl: (url: string) => Promise<Uint8Array>) {
  const bytes = value.startsWith('data:') ? decodeDataUri(value, field) : await readUrl(value)
  if (sniffMedia(bytes)?.kind !== 'image') {
    throw new RenderRefusal(
      'input_unreadable',
      `${field}: holds no picture that can be read. The job was not billed.`,
    )
  }
  return bytes
}

function decodeDataUri(value: string, field: string): Uint8Array {
  const [, data] = /^data:[^,]*;base64,([A-Za-z0-9+/\s]+={0,2})$/.exec(value) ?? []
  if (data === undefined) {
    throw new RenderRefusal('input_unreadable', `${field}: is no base64 data URI. The job was not billed.`)
  }
  return Buffer.from(data, 'base64')
}
