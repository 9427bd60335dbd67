import type { MediaKind } from '../../../shared/api/media.ts'
import { format } from './format.ts'

export const oneMedia: Record<MediaKind, string> = {
  image: 'an image',
  video: 'a video',
  audio: 'an audio file',
}
export const manyMedia: Record<MediaKind, string> = { image: 'images', video: 'videos', audio: 'audio' }

export const inputs = {
  add: (kind: MediaKind) => `Add ${oneMedia[kind]}`,
  addShort: 'Add',
  addMany: (kind: MediaKind) => `Add ${manyMedia[kind]}`,
  ways: (kind: MediaKind) => `Drop, paste or choose ${oneMedia[kind]}`,
  waysMany: (kind: MediaKind) => `Drop, paste or choose ${manyMedia[kind]}`,
  dropHere: 'Drop it here',
  url: 'https://',
  urlOf: (label: string) => `URL for ${label}`,
  useUrl: 'Use this URL',
  fromLibrary: (label: string) => `Choose from the library for ${label}`,
  remove: (label: string, position: number | null) =>
    position === null ? `Remove ${label}` : `Remove item ${position} of ${label}`,
  removed: (label: string) => `Removed from ${label}.`,
  undo: 'Undo',
  otherModel: 'Nothing was undone: another model is in the form now.',
  replace: (label: string, position: number | null) =>
    position === null ? `Replace ${label}` : `Replace item ${position} of ${label}`,
  earlier: (label: string, position: number) => `Move item ${position} of ${label} earlier`,
  later: (label: string, position: number) => `Move item ${position} of ${label} later`,
  moved: (position: number, length: number) => `Now ${position} of ${length}.`,
  preview: (label: string) => `Preview of ${label}`,
  item: (position: number, length: number, about: string) =>
    about === '' ? `${position} of ${length}` : `${position} of ${length}: ${about}`,
  /** In place of an image that no page draws. */
  heic: 'HEIC',
  missing: 'Missing or damaged in the data folder. Add it again.',
  about: {
    pixels: (width: number, height: number) => `${format.number(width)} × ${format.number(height)}`,
    seconds: (seconds: number) => format.seconds(seconds),
    bytes: (bytes: number) => format.bytes(bytes),
  },
  reading: (name: string) => `Reading ${name}`,
  placedIn: (label: string) => `Placed in “${label}”.`,
}
