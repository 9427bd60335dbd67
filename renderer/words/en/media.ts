import type { MediaKind } from '../../../shared/api/media.ts'
import { format } from './format.ts'

const noun: Record<MediaKind, string> = { image: 'Image', video: 'Video', audio: 'Audio' }

export const media = {
  noun: (kind: MediaKind) => noun[kind],
  of: (kind: MediaKind, prompt: string) => (prompt === '' ? noun[kind] : `${noun[kind]}: ${prompt}`),
  pixels: (width: number, height: number) => `${format.number(width)} × ${format.number(height)}`,
  tooLarge: 'Too large to preview',
  noPreview: 'No preview',
  noPreviewWhy: 'Damaged or unsupported format',
  /** Both in one. */
  withoutPreview: ({ title, why }: { readonly title: string; readonly why: string }) => `${title}: ${why}`,
}
