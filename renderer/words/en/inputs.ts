import type { MediaKind } from '../../../shared/api/media.ts'
import type { Wish } from '../../forms/input-role.ts'
import type { IntakeReason } from '../../forms/intake-reason.ts'
import { capitalize } from './capitalize.ts'
import { format } from './format.ts'

const one: Record<MediaKind, string> = { image: 'an image', video: 'a video', audio: 'an audio file' }
const many: Record<MediaKind, string> = { image: 'images', video: 'videos', audio: 'audio' }

function count(kind: MediaKind, number: number): string {
  return number === 1 ? one[kind] : `${number} ${many[kind]}`
}

const wantedAs: Record<Wish['role'], string> = {
  start: 'Use as the start image of',
  end: 'Use as the end image of',
  reference: 'Use as a reference for',
}

function omitted(names: readonly string[], room: number): string {
  const [first = ''] = names
  const which = names.length === 1 ? `“${first}” was` : `${names.length} were`
  if (room === 1) return `This field takes one; ${which} left out.`
  return room === 0
    ? `This field is full; ${which} left out.`
    : `There was room for ${room}; ${which} left out.`
}

function reason(why: IntakeReason): string {
  switch (why.code) {
    case 'empty_file':
      return 'The file is empty.'
    case 'unknown_kind':
      return 'This is no image, video or audio that Atelier knows, whatever its name says.'
    case 'heic':
      return 'HEIC can’t be taken. Export it as JPEG or PNG and add that.'
    case 'svg':
      return 'SVG can’t be taken. Export it as PNG and add that.'
    case 'damaged':
      return 'The file is damaged or was cut short. Save or copy it once more.'
    case 'too_large':
      return 'The file is larger than 256 MiB. Make it smaller, or put it on the web and add its URL.'
    case 'storage_failed':
      return 'The file could not be kept on this machine. Is the disk full?'
    case 'disconnected':
      return 'The file didn’t reach Atelier’s engine. Try again.'
    case 'gone':
      return 'This file is not in the library any more.'
    case 'folder':
      return 'That is a folder. Open it and bring the files in it.'
    case 'wrong_kind':
      return `That is ${one[why.got]}; this field takes ${one[why.wanted]}.`
    case 'left_out':
      return omitted(why.names, why.room)
    case 'url_too_long':
      return `URLs have at most ${format.number(why.maximum)} characters; this has ${format.number(why.actual)}. Save the file and add it from disk.`
    case 'not_a_url':
      return 'A URL begins with http:// or https:// and has no spaces and no password in it.'
    case 'inside_a_page':
      return 'That is only inside the page it came from. Save it, then add the file.'
    case 'nothing':
      return 'There is no file and no URL in this.'
  }
}

export const inputs = {
  reason,
  reasonOf: (name: string, why: IntakeReason) =>
    name === '' || why.code === 'left_out' ? reason(why) : `${name}: ${reason(why)}`,
  dismissReason: 'Dismiss',
  add: (kind: MediaKind) => `Add ${one[kind]}`,
  addShort: 'Add',
  addMany: (kind: MediaKind) => `Add ${many[kind]}`,
  ways: (kind: MediaKind) => `Drop, paste or choose ${one[kind]}`,
  waysMany: (kind: MediaKind) => `Drop, paste or choose ${many[kind]}`,
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
  missing: 'Missing or damaged in the data folder. Add it again.',
  about: {
    pixels: (width: number, height: number) => `${format.number(width)} × ${format.number(height)}`,
    seconds: (seconds: number) => format.seconds(seconds),
    bytes: (bytes: number) => format.bytes(bytes),
  },
  reading: (name: string) => `Reading ${name}`,
  readSoFar: (sent: number, total: number) => `${format.bytes(sent)} of ${format.bytes(total)}`,
  stopReading: (name: string) => `Stop reading ${name}`,

  picker: {
    title: (kind: MediaKind) => `Choose ${one[kind]} from the library`,
    titleMany: (kind: MediaKind, room: number | null) =>
      room === null
        ? `Choose ${many[kind]} from the library`
        : `Choose up to ${count(kind, room)} from the library`,
    search: 'Search prompts',
    list: (kind: MediaKind) => `${capitalize(many[kind])} of the library`,
    tile: (prompt: string, date: string) => (prompt === '' ? date : `${prompt}, ${date}`),
    date: (iso: string) => format.date(iso),
    none: (kind: MediaKind) => `There are no ${many[kind]} in the library yet.`,
    nothingFound: 'Nothing found.',
    failed: 'The library could not be read.',
    more: 'Show more',
    use: (number: number) => (number === 0 ? 'Use' : `Use ${number}`),
    cancel: 'Cancel',
  },

  drop: {
    title: (number: number | null) =>
      number === null || number === 1 ? 'Where does it go?' : `Where do ${number} files go?`,
    elsewhere: 'Drop to use it in Create',
    elsewhereBody: 'You choose the field there.',
    takesOne: 'Takes one',
    replaces: 'Takes the place of what is there',
    full: 'Full',
    room: (room: number) => (room === 1 ? 'Room for one more' : `Room for ${room} more`),
    roomOpen: 'Room for more',
    anywhere: 'or drop it anywhere and choose then',
    noneTitle: (model: string, kinds: readonly MediaKind[]) =>
      kinds.length === 0
        ? `${model} takes no files`
        : `${model} takes no ${kinds.map((kind) => many[kind]).join(' and no ')}`,
    noneBody: 'Drop it to see the models that do.',
  },

  offer: {
    title: (number: number) => (number === 1 ? 'Where does this go?' : `Where do these ${number} go?`),
    reading: 'Reading…',
    fields: 'Fields that take it',
    files: 'Files and their fields',
    fieldFor: (name: string) => `Field for ${name}`,
    leaveOut: 'Leave out',
    noRoom: 'The fields that take it are taken. Left out, unless you choose one.',
    full: (labels: readonly string[]) =>
      `Left out: ${format.list(labels)} ${labels.length === 1 ? 'is' : 'are'} full.`,
    takesNone: (model: string, kind: MediaKind | null) =>
      `Left out: ${model} takes no ${kind === null ? 'files' : many[kind]}.`,
    allIn: (label: string) => `All in ${label}`,
    place: (number: number) =>
      number === 0 ? 'Place' : number === 1 ? 'Place 1 file' : `Place ${number} files`,
    placed: (number: number) => (number === 1 ? '1 file placed.' : `${number} files placed.`),
    wanted: ({ role, making }: Wish) => (making === null ? wantedAs[role] : 'Animate with'),
    placedIn: (label: string) => `Placed in “${label}”.`,
    noModel: 'No model of this service takes it.',
    none: (model: string) => `${model} has no field for this.`,
    noneHere: 'No model is open yet.',
    models: 'Models that take it',
  },

  madeHere: {
    say: (name: string) => `Atelier made “${name}”.`,
    dismiss: 'Not now',
    gone: 'The run it came from could not be read.',
  },

  toService: {
    title: (name: string) => `Bringing ${name} to the service`,
    soFar: (sent: number, total: number) =>
      `${format.bytes(sent)} of ${format.bytes(total)}. The run is sent after it.`,
    stop: 'Stop',
  },
}
