import type { FieldMedium } from '../../../shared/form/media-shape.ts'
import type { Granted } from '../../forms/intake-store.ts'
import { format } from './format.ts'

export const oneMedia: Record<FieldMedium, string> = {
  image: 'an image',
  video: 'a video',
  audio: 'an audio file',
  any: 'an image, video or audio file',
  file: 'a file',
}
export const manyMedia: Record<FieldMedium, string> = {
  image: 'images',
  video: 'videos',
  audio: 'audio',
  any: 'images, videos or audio',
  file: 'files',
}

export const inputs = {
  add: (kind: FieldMedium) => (kind === 'any' ? 'Add a file' : `Add ${oneMedia[kind]}`),
  addShort: 'Add',
  addMany: (kind: FieldMedium) => (kind === 'any' ? 'Add files' : `Add ${manyMedia[kind]}`),
  ways: (kind: FieldMedium) => `Drop, paste or choose ${oneMedia[kind]}`,
  waysMany: (kind: FieldMedium) => `Drop, paste or choose ${manyMedia[kind]}`,
  dropHere: 'Drop it here',
  /** On a file that a dropped one takes the place of. */
  dropToReplace: 'Drop to replace',
  url: 'https://',
  urlOf: (label: string) => `URL for ${label}`,
  useUrl: 'Use this URL',
  fromLibrary: (label: string) => `Choose from the library for ${label}`,
  remove: (label: string, position: number | null) =>
    position === null ? `Remove ${label}` : `Remove item ${position} of ${label}`,
  removed: (label: string) => `Removed from ${label}.`,
  undo: 'Undo',
  /** `before`: what the change before it did, which can be undone next. */
  undone: (before: string) => `Undone. Before that: ${before}`,
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
  placedIn: ({ label, withPrompt, before: { runs, compared } }: Granted) =>
    [
      withPrompt ? `Placed in “${label}”, with the image’s own prompt.` : `Placed in “${label}”.`,
      ...(compared ? ['Nothing is compared now.'] : []),
      ...(runs > 1 ? [`Set to 1 run (was ${format.number(runs)}).`] : []),
    ].join(' '),
}
