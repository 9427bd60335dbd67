import type { EnumerationValue } from '../../../shared/form/field.ts'
import { unitOfName } from '../../../shared/form/field-unit.ts'
import type { ProblemReason } from '../../../shared/form/problems.ts'
import { ownMember } from '../../../shared/own-member.ts'
import { capitalize } from './capitalize.ts'
import { format } from './format.ts'

const labels: Record<string, string> = {
  prompt: 'Prompt',
  start_image: 'Start image',
  end_image: 'End image',
  start_video: 'Start video',
  edit_video: 'Video to edit',
  image_url: 'Image',
  image_urls: 'Images',
  aspect_ratio: 'Aspect ratio',
  reference_images: 'Reference images',
  reference_videos: 'Reference videos',
  reference_audios: 'Reference audio',
  duration: 'Duration',
  resolution: 'Resolution',
  seed: 'Seed',
  styles: 'Styles',
  style_images: 'Style images',
  skip_prompt_expansion: 'Skip prompt expansion',
  expand_prompt: 'Expand prompt',
  width: 'Width',
  height: 'Height',
  guidance_scale: 'Guidance scale',
  force_instrumental: 'Instrumental only',
  thinking_mode: 'Thinking',
  generate_audio: 'Generate audio',
}

const options: Record<string, string> = { true: 'On', false: 'Off', on: 'On', off: 'Off', null: 'None' }
const units: Record<string, string> = {
  seconds: 's',
  minutes: 'min',
  pixels: 'px',
  milliseconds: 'ms',
  times: '×',
  percent: '%',
  degrees: '°',
  frames: 'fps',
}
const types: Record<string, string> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'text',
  boolean: 'on or off',
  array: 'a list',
  object: 'an object',
  null: 'nothing',
}

const formats: Record<string, string> = {
  date: 'a date such as 2026-11-20',
  'date-time': 'a date and time such as 2026-11-20T12:00:00Z',
  time: 'a time such as 12:00:00Z',
  uri: 'an address such as https://example.com/a.png',
  length: 'minutes and seconds such as 1:05, or seconds',
  email: 'an e-mail address',
  uuid: 'an id such as 123e4567-e89b-12d3-a456-426614174000',
}

/** Types as the schema names them, in a sentence: text or a whole number. */
function typeWords(expected: string): string {
  return expected
    .split(', ')
    .map((type) => ownMember(types, type) ?? type)
    .join(' or ')
}

const fileTypes = /^(png|jpe?g|gif|webp|mp[34]|webm|wav|flac|ogg|aac|svg|pdf|hdr|rgba?)$/
const thousands = /^\d+(\.\d+)?k$/
const plainWords = /^[a-z]{3,}([_ -][a-z]+)*$/
const joinedWords = /^[A-Z][a-z]+([A-Z][a-z]+)+$/

/** A value of the wire as it is written in every form: plain words begin with a capital, 1k is 1K. */
function optionLabel(option: EnumerationValue): string {
  const text = String(option)
  const known = ownMember(options, text)
  if (known !== undefined) return known
  if (fileTypes.test(text) || thousands.test(text)) return text.toUpperCase()
  if (joinedWords.test(text)) return capitalize(text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase())
  return plainWords.test(text) ? capitalize(text.replaceAll('_', ' ')) : text
}

/** As the form shows it. */
function optionWords(option: unknown): string {
  return typeof option === 'string' ? optionLabel(option) : JSON.stringify(option)
}

/** Short forms that are written in capitals. */
const shortForms = /\b(url|uri|id|fps|api|cfg|hdr|rgb|hd)(s?)\b/g

/** The prefix of a parameter names its place, not its purpose. `imageUrl` and `image_url` are both “Image URL”. */
function humanize(name: string): string {
  const words = name
    .replace(/^(header:(X-)?|query:|path:)/i, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .replace(/(_in)?[_-](ms|px)$/i, '')
    .replace(/[_.$[\]-]+/g, ' ')
    .toLowerCase()
    .trim()
    .replace(shortForms, (_, short: string, plural: string) => `${short.toUpperCase()}${plural}`)
  return capitalize(words)
}

/** Units that stand right after their number. */
const closeUnits: ReadonlySet<string> = new Set(['times', 'percent', 'degrees'])

/**
 * A number of the wire with its unit, by its field's or the name's; a length of a minute or more as minutes and
 * seconds. Null for what is no number, or has no unit.
 */
function measured(name: string, value: unknown, own: string | null = null): string | null {
  if (typeof value !== 'number') return null
  const unit = own ?? unitOfName(name, value)
  if (unit === null) return null
  const isLength = unit === 'seconds' || unit === 'milliseconds'
  const amount = unit === 'milliseconds' ? value / 1000 : value
  if (isLength && amount >= 60 && Number.isInteger(amount)) return format.clock(amount)
  const [text, sign] = [format.number(amount), ownMember(units, isLength ? 'seconds' : unit) ?? unit]
  return closeUnits.has(unit) ? `${text}${sign}` : `${text} ${sign}`
}

function range(minimum: number | null, maximum: number | null): string | null {
  if (minimum !== null && maximum !== null) return `${format.number(minimum)}–${format.number(maximum)}`
  if (minimum !== null && minimum > 1) return `from ${format.number(minimum)}`
  return maximum === null ? null : `up to ${format.number(maximum)}`
}

/** The bounds of a length of minutes, in seconds. */
function lengthRange(minimum: number | null, maximum: number | null): string | null {
  if (minimum !== null && maximum !== null) return `${format.clock(minimum)}–${format.clock(maximum)}`
  if (minimum !== null) return `from ${format.clock(minimum)}`
  return maximum === null ? null : `up to ${format.clock(maximum)}`
}

function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** A title that only repeats the name is written as names are. */
function labelOf(name: string, title: string | null): string {
  const own = humanize(name)
  return ownMember(labels, name) ?? (title === null || plain(title) === plain(own) ? own : title)
}

/**
 * What the model calls a parameter that has a common name here, with its text; null where it says the same. A
 * title that only repeats the wire name is none of its own.
 */
function ownWords(name: string, title: string | null, description: string | null): string | null {
  const label = ownMember(labels, name)
  if (label === undefined || title === null) return null
  if ([label, name, humanize(name)].some((known) => plain(known) === plain(title))) return null
  return [`The model calls this “${title}” (${name}).`, description].filter(Boolean).join(' ')
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${format.number(count)} characters`
}

function items(count: number): string {
  return count === 1 ? '1 item' : `${format.number(count)} items`
}

const longestContent = 40

/** The items of a list, or their number where they are no short words. */
function listContent(list: readonly unknown[]): string {
  if (list.length === 0) return 'empty'
  const isPlain = list.every((item) => typeof item === 'string' || typeof item === 'number')
  const text = isPlain ? list.map((item) => optionWords(item)).join(', ') : ''
  return text !== '' && text.length <= longestContent ? text : items(list.length)
}

/** Of a length that is shown in minutes, its bound as its range has it. */
function lengthProblem(reason: ProblemReason): string {
  if (reason.code === 'too_large') return `At most ${format.clock(reason.maximum)}.`
  if (reason.code === 'too_small') return `At least ${format.clock(reason.minimum)}.`
  return problem(reason)
}

function problem(reason: ProblemReason): string {
  switch (reason.code) {
    case 'missing':
      return 'This is needed.'
    case 'unknown_field':
      return 'This model has no such field.'
    case 'too_long':
      return `At most ${characters(reason.maximum)}; this is ${format.number(reason.actual)}.`
    case 'too_short':
      return reason.minimum === 1
        ? 'This can’t be empty.'
        : `At least ${characters(reason.minimum)}; this is ${format.number(reason.actual)}.`
    case 'too_large':
      return `At most ${format.number(reason.maximum)}.`
    case 'too_small':
      return `At least ${format.number(reason.minimum)}.`
    case 'too_many':
      return `At most ${items(reason.maximum)}; these are ${format.number(reason.actual)}.`
    case 'too_few':
      return `At least ${items(reason.minimum)}; there ${reason.actual === 1 ? 'is' : 'are'} ${format.number(reason.actual)}.`
    case 'not_an_option':
      return `One of ${reason.options.map(optionWords).join(', ')}.`
    case 'wrong_type':
      return `This takes ${typeWords(reason.expected)}.`
    case 'not_below':
      return `Less than ${format.number(reason.bound)}.`
    case 'not_above':
      return `More than ${format.number(reason.bound)}.`
    case 'not_a_multiple':
      return `In steps of ${format.number(reason.of)}.`
    case 'not_unique':
      return 'No two of these can be the same.'
    case 'wrong_format':
      return `This takes ${ownMember(formats, reason.format) ?? reason.format}.`
    case 'wrong_pattern':
      return `This has to fit the pattern ${reason.pattern}.`
    case 'no_form':
      return 'This fits none of the forms that the model takes.'
    case 'two_sizes':
      return 'A ratio and a size are both set. Choose which to keep.'
    case 'several_forms':
      return 'This could be meant in two ways; the model takes just one.'
    case 'forbidden':
      return 'The model doesn’t take this here.'
    case 'too_complex':
      return 'The model’s rules for this are too intricate to check. It can’t be sent.'
    case 'inexact':
      return 'This whole number has more digits than can be sent exactly.'
    case 'not_json':
      return 'This is not JSON yet.'
    case 'not_media':
      return 'A file, or a URL that begins with http:// or https://.'
    case 'heic':
      return 'This field takes no HEIC images. Export the image as JPEG or PNG and add that.'
    case 'not_a_medium':
      return 'This field takes an image, video or audio file, and no other.'
    case 'not_a_file':
      return 'A file from this machine or the library. The service takes no URL here.'
    case 'invalid':
      return 'The model doesn’t take this value.'
  }
}

export const fields = {
  /** The catalogue’s words for a wire name; else the schema’s title; else the name made readable. */
  label: labelOf,
  details: 'Details',
  detailsOf: (label: string) => `Details of ${label}`,
  ownWords,
  option: optionLabel,
  /** The choice that leaves a field to the service. */
  auto: 'Auto',
  unit: (unit: string | null) => (unit === null ? null : (ownMember(units, unit) ?? unit)),
  problem,
  lengthProblem,
  /** The heading of the fields that are out of view, and how many of them are set. */
  advanced: { title: 'Advanced', set: (count: number) => `${count} set` },
  serviceDefault: 'Default',
  undecided: 'The service decides',
  /** Shown for a value that is not set. */
  unset: (required: boolean) => (required ? 'Needed' : 'Default'),
  defaultIs: (value: string) => `Default: ${value}`,
  /** The same of a switch. */
  switchDefault: { on: 'Default: on', off: 'Default: off' },
  reset: 'Reset',
  resetField: (label: string) => `Reset ${label} to the service’s default`,
  /** After the service’s own words about a length in milliseconds. */
  enteredInSeconds: '(Here in seconds.)',
  range,
  lengthRange,
  measured,
  count: (length: number, maximum: number) => `${format.number(length)} / ${format.number(maximum)}`,
  countOf: (length: number, maximum: number) => `${length} of ${maximum}`,
  countOnly: (length: number) => format.number(length),
  promptPlaceholder: 'Describe what you want to see or hear',
  on: 'On',
  off: 'Off',
  amountOf: (label: string) => `${label}, slider`,
  seed: {
    random: 'Chosen by the service',
    roll: 'Roll a new seed',
    lock: 'Keep this seed for the next run',
    unlock: 'Roll a new seed after each run',
  },
  /** The name of the field, or of an item of it by its position. */
  itemOf: (label: string, position: number) => `${label} ${position}`,
  list: {
    /** Replaces the items where an empty list is sent. */
    empty: 'Empty list',
    /** How many items it takes; null where that says nothing. */
    room: (minimum: number, maximum: number | null): string | null => {
      if (maximum === null) return minimum > 1 ? `at least ${minimum}` : null
      if (minimum > 1) return minimum === maximum ? `exactly ${maximum}` : `${minimum} to ${maximum}`
      return `at most ${maximum}`
    },
    content: listContent,
  },
  /** Replaces a text that is sent empty. */
  sentEmpty: 'Empty',
  constant: (value: unknown) => `Always ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  suggest: (value: string, label: string) => `Use ${value} for ${label}`,
  search: (label: string) => `Search ${label}`,
  noMatch: 'Nothing fits.',
  size: {
    lock: 'Keep the proportions',
    unlock: 'Let width and height go their own ways',
    swap: 'Swap width and height',
    presets: 'Usual sizes',
    preset: (width: number, height: number, ratio: string) => `${ratio}, ${width} × ${height}`,
    large: (pixels: number) => `${format.number(pixels)} px is unusually large: the service may refuse it.`,
    either: 'Aspect ratio or size',
    ratioCleared: 'The aspect ratio was cleared: the size sets it.',
    pixelsCleared: 'Width and height were cleared: the aspect ratio sets them.',
    keep: (value: string) => `Keep ${value}`,
    /** Width and height, either of which may be unset. */
    pixels: (sides: readonly unknown[]) => `${sides.map((side) => side ?? 'auto').join(' × ')} px`,
    fromPixels: 'By the size below',
  },
}
