import type { MediaKind } from '../../shared/api/media.ts'
import { readDataUri } from '../../shared/api/media-value.ts'
import type { JobRow } from '../store/job-store.ts'
import { unreadable } from './render-refusal.ts'
import { sniffMedia } from './sniff-media.ts'

/** An input file of a request; `field` is its name for the caller. */
export interface GivenFile {
  readonly field: string
  readonly bytes: Uint8Array
}

/** The input files by their role. */
export interface RenderInputs {
  /** The first frame of a video. */
  readonly start: GivenFile | null
  /** The last frame of a video. */
  readonly end: GivenFile | null
  /** The image that is edited. */
  readonly base: GivenFile | null
  /** Images whose colours are followed. */
  readonly look: readonly GivenFile[]
  /** The video that the result begins with. */
  readonly startVideo: GivenFile | null
  /** The video that is edited. */
  readonly editVideo: GivenFile | null
  /** Videos whose colours are followed. */
  readonly lookVideos: readonly GivenFile[]
  /** Audio that is mixed under the music. */
  readonly audios: readonly GivenFile[]
}

/** For a request without inputs. */
export const noInputs: RenderInputs = {
  start: null,
  end: null,
  base: null,
  look: [],
  startVideo: null,
  editVideo: null,
  lookVideos: [],
  audios: [],
}

/** Reads a URL: the sandbox's own files without the network. Rejects with RenderRefusal. */
export type ReadUrl = (url: string, job: Pick<JobRow, 'origin'>) => Promise<Uint8Array>

/** Fetches or decodes the input files of a request, and checks their first bytes. Rejects with RenderRefusal. */
export async function collectInputs(
  job: Pick<JobRow, 'request' | 'origin'>,
  readUrl: ReadUrl,
): Promise<RenderInputs> {
  const { request } = job
  const read = async (kind: MediaKind, field: string, value: unknown) =>
    typeof value === 'string' ? readFile(kind, field, value, (url) => readUrl(url, job)) : null
  const readAll = async (kind: MediaKind, field: string, values: readonly unknown[]) => {
    const files = await Promise.all(values.map((value) => read(kind, field, value)))
    return files.filter((file) => file !== null)
  }
  const images = listOf(request.image_urls)
  const styles = listOf(request.style_images).map((element) => (element as { readonly url?: unknown }).url)
  const [start, end, edited, listed, styled, referred, startVideo, editVideo, lookVideos, audios] =
    await Promise.all([
      read('image', 'start_image', request.start_image),
      read('image', 'end_image', request.end_image),
      read('image', 'image_url', request.image_url),
      readAll('image', 'image_urls', images),
      readAll('image', 'style_images', styles),
      readAll('image', 'reference_images', listOf(request.reference_images)),
      read('video', 'start_video', request.start_video),
      read('video', 'edit_video', request.edit_video),
      readAll('video', 'reference_videos', listOf(request.reference_videos)),
      readAll('audio', 'reference_audios', listOf(request.reference_audios)),
    ])
  const [first = null, ...others] = edited ? [edited, ...listed] : listed
  const look = [...styled, ...referred, ...others]
  return { start, end, base: first, look, startVideo, editVideo, lookVideos, audios }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

async function readFile(
  kind: MediaKind,
  field: string,
  value: string,
  readUrl: (url: string) => Promise<Uint8Array>,
): Promise<GivenFile> {
  const encoded = readDataUri(value)
  const bytes = encoded === null ? await readUrl(value) : Buffer.from(encoded, 'base64')
  if (sniffMedia(bytes)?.kind !== kind) throw unreadable(field, kind)
  return { field, bytes }
}
