import type { InputKind, MediaKind } from '../../../shared/api/media.ts'
import type { FieldMedium } from '../../../shared/form/media-shape.ts'
import type { Restored } from '../../../shared/library/restored.ts'
import type { Wish } from '../../forms/input-role.ts'
import { capitalize } from './capitalize.ts'
import { format } from './format.ts'
import { manyMedia, oneMedia } from './inputs.ts'

function count(kind: FieldMedium, number: number): string {
  return number === 1 ? oneMedia[kind] : `${number} ${manyMedia[kind]}`
}

function writtenBy(source: Restored['source'], model: string | null): string {
  switch (source) {
    case 'atelier':
      return model === null ? 'Written by Atelier.' : `Written by Atelier, for ${model}.`
    case 'sidecar':
      return model === null ? 'From a sidecar file.' : `From a sidecar file, for ${model}.`
    case 'parameters':
      return 'Written by another program, as generation parameters. Atelier reads the prompt and the seed.'
    case 'comfyui':
      return 'Written by ComfyUI, as a workflow. Atelier reads the prompt and the seed.'
    case 'xmp':
      return 'From its description.'
  }
}

/** A file by its name; what was pasted has none. */
function named(file: string): string {
  return file === '' ? 'The pasted text' : `“${file}”`
}

const wantedAs: Record<Wish['role'], string> = {
  start: 'Use as the start image of',
  end: 'Use as the end image of',
  reference: 'Use as a reference for',
}

/** Words of what opens where media are chosen, dropped or placed. */
export const placing = {
  picker: {
    title: (kind: FieldMedium) => `Choose ${oneMedia[kind]} from the library`,
    titleMany: (kind: FieldMedium, room: number | null) =>
      room === null
        ? `Choose ${manyMedia[kind]} from the library`
        : `Choose up to ${count(kind, room)} from the library`,
    search: 'Search prompts',
    list: (kind: FieldMedium) => `${kind === 'any' ? 'Files' : capitalize(manyMedia[kind])} of the library`,
    tile: (prompt: string, date: string) => (prompt === '' ? date : `${prompt}, ${date}`),
    date: (iso: string) => format.date(iso),
    none: (kind: FieldMedium) =>
      `There are no ${kind === 'any' ? 'files' : manyMedia[kind]} in the library yet.`,
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
    library: {
      title: (number: number | null) =>
        number === null || number === 1
          ? 'What is it for?'
          : `What are these ${format.number(number)} files for?`,
      add: 'Import into the library',
      addBody: 'With recipe, rating and tags',
      use: 'Use in Create',
      useBody: 'As an input',
      anywhere: 'or drop anywhere to import',
    },
    takesOne: 'Takes one',
    replaces: 'Takes the place of what is there',
    full: 'Full',
    room: (room: number) => (room === 1 ? 'Room for one more' : `Room for ${room} more`),
    roomOpen: 'Room for more',
    anywhere: 'or drop it anywhere and choose then',
    noneTitle: (model: string, kinds: readonly MediaKind[]) =>
      kinds.length === 0
        ? `${model} takes no files`
        : `${model} takes no ${kinds.map((kind) => manyMedia[kind]).join(' and no ')}`,
    noneBody: 'Drop it to see the models that do.',
  },

  offer: {
    title: (number: number) =>
      number === 0
        ? 'This can’t be added'
        : number === 1
          ? 'Where does this go?'
          : `Where do these ${number} go?`,
    reading: 'Reading…',
    fields: 'Fields that take it',
    files: 'Files and their fields',
    fieldFor: (name: string) => `Field for ${name}`,
    leaveOut: 'Leave out',
    noRoom: 'The fields that take it are taken. Left out, unless you choose one.',
    full: (labels: readonly string[]) =>
      `Left out: ${format.list(labels)} ${labels.length === 1 ? 'is' : 'are'} full.`,
    takesNone: (model: string, kind: InputKind | null) =>
      `Left out: ${model} takes no ${manyMedia[kind === null || kind === 'other' ? 'file' : kind]}.`,
    allIn: (label: string) => `All in ${label}`,
    place: (number: number) =>
      number === 0 ? 'Place' : number === 1 ? 'Place 1 file' : `Place ${number} files`,
    placed: (number: number) => (number === 1 ? '1 file placed.' : `${number} files placed.`),
    wanted: ({ role, making }: Wish) => (making === null ? wantedAs[role] : 'Animate with'),
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

  /** Of settings that a file carries. */
  carried: {
    has: (name: string) => `${named(name)} carries the settings that made it.`,
    none: (name: string) => `${named(name)} carries no settings that Atelier can read.`,
    takeAll: 'Use all settings',
    takeSome: (number: number) => (number === 1 ? 'Use 1 setting' : `Use ${number} settings`),
    look: 'Show settings',
    title: (name: string) => (name === '' ? 'Settings in the pasted text' : `Settings in “${name}”`),
    writtenBy: (source: Restored['source'], model: string | null) => writtenBy(source, model),
    setting: 'Setting',
    inFile: 'In the file',
    inForm: 'In the form',
    model: 'Model',
    notOffered: (model: string) => `${model}, not offered here`,
    same: 'The same',
    notSet: '—',
    more: (number: number) =>
      `${format.number(number)} more settings are not shown. They are used with those that are.`,
    stays: 'Its rating, tags and note are not part of the form. Import it in the Library to keep them.',
    cancel: 'Cancel',
    card: 'Its settings',
    cardBody: 'Into the form, if it carries some',
  },

  toService: {
    title: (name: string) => `Bringing ${name} to the service`,
    soFar: (sent: number, total: number) =>
      `${format.bytes(sent)} of ${format.bytes(total)}. The run is sent after it.`,
    stop: 'Stop',
  },
}
