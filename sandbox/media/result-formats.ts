import type { MediaKind } from '../../shared/api/media.ts'

/** The format of each kind's results; `ending` is without a dot. */
export const resultFormats: Readonly<
  Record<MediaKind, { readonly mediaType: string; readonly ending: string }>
> = {
  image: { mediaType: 'image/png', ending: 'png' },
  video: { mediaType: 'video/mp4', ending: 'mp4' },
  audio: { mediaType: 'audio/wav', ending: 'wav' },
}
