import { type MediaKind, mediaKinds } from '../../api/media.ts'
import { type ColorName, colorNames, otherColorNames } from '../color-names.ts'
import { type Flag, flags, type Label } from '../judgement.ts'
import { readDays } from './day-range.ts'
import { type NumberForm, type Range, readRange, writeRange } from './range.ts'

/** States of files that a filter names: `is:favorite`. */
export const standings = [
  'favorite',
  'reviewed',
  'unreviewed',
  'keeper',
  'tagged',
  'untagged',
  'noted',
  'missing',
  'exported',
] as const
export const shapes = ['wide', 'square', 'tall'] as const

export type Standing = (typeof standings)[number]
export type Shape = (typeof shapes)[number]

/** Width to height. */
export interface Ratio {
  readonly width: number
  readonly height: number
}

/** What a term asks for, by its name. */
export type TermValue =
  | { readonly name: 'kind'; readonly value: MediaKind }
  /** A model's id. */
  | { readonly name: 'model'; readonly value: string }
  /** An account's id, or its name. */
  | { readonly name: 'account'; readonly value: string }
  /** Stars; 0: none. */
  | { readonly name: 'rating'; readonly value: Range }
  /** 0 to 100, of the last tournament; a file that was in none has no score. */
  | { readonly name: 'score'; readonly value: Range }
  | { readonly name: 'flag'; readonly value: Flag }
  | { readonly name: 'is'; readonly value: Standing }
  | { readonly name: 'label'; readonly value: Label }
  /** What people call the dominant color. */
  | { readonly name: 'color'; readonly value: ColorName }
  /** A collection's id, or its name. */
  | { readonly name: 'collection'; readonly value: string }
  /** A contact sheet, by its batch; `any`: whichever; `none`: files that are in no sheet. */
  | { readonly name: 'sheet'; readonly value: string }
  | { readonly name: 'tag'; readonly value: string }
  /** A style's id, or its name. */
  | { readonly name: 'style'; readonly value: string }
  /** As `periodOf` reads it. */
  | { readonly name: 'date'; readonly value: string }
  /** Micro-dollars of the run, those that stay open at the most they can be. */
  | { readonly name: 'price'; readonly value: Range | 'unlisted' }
  | { readonly name: 'ratio'; readonly value: Shape | Ratio }
  /** Seconds. */
  | { readonly name: 'length'; readonly value: Range }
  /** Pixels of the shorter side, or exactly these of both. */
  | { readonly name: 'resolution'; readonly value: Range | Ratio }

export type TermName = TermValue['name']

/** One condition on a file; `isNot`: on its absence. */
export type Term = TermValue & { readonly isNot: boolean }

type ValueOf<Name extends TermName> = Extract<TermValue, { readonly name: Name }>['value']

interface TermForm<Name extends TermName> {
  /** Null where the text is no value of it. */
  read(text: string): ValueOf<Name> | null
  write(value: ValueOf<Name>): string
}

export const labelNames: Readonly<Record<Label, string>> = {
  0: 'none',
  6: 'red',
  7: 'yellow',
  8: 'green',
  9: 'blue',
}

/** More than any library holds. */
const largest = 1_000_000_000
const microDollars = 1_000_000

const stars: NumberForm = {
  read: (text) => (text === 'none' ? 0 : /^[0-5]$/.test(text) ? Number(text) : null),
  write: String,
}

const points: NumberForm = {
  read: (text) => (/^\d{1,3}$/.test(text) && Number(text) <= 100 ? Number(text) : null),
  write: String,
}

const dollars: NumberForm = {
  read(text) {
    const [, whole, part = ''] = /^\$?(\d{1,9})(?:\.(\d{0,6}))?$/.exec(text) ?? []
    return whole === undefined ? null : Number(whole) * microDollars + Number(part.padEnd(6, '0'))
  },
  write(value) {
    const part = String(value % microDollars)
      .padStart(6, '0')
      .replace(/0+$/, '')
    return `${Math.floor(value / microDollars)}${part === '' ? '' : `.${part}`}`
  },
}

const seconds: NumberForm = {
  read(text) {
    const [, minutes, own] = /^(?:(\d{1,6})m)?(?:(\d{1,9}(?:\.\d{1,3})?)s?)?$/.exec(text) ?? []
    if (minutes === undefined && own === undefined) return null
    return Number(minutes ?? 0) * 60 + Number(own ?? 0)
  },
  write: (value) => `${value}s`,
}

const pixels: NumberForm = {
  read(text) {
    if (text === '4k') return 2160
    if (text === '8k') return 4320
    const [, digits] = /^(\d{1,6})p?$/.exec(text) ?? []
    return digits === undefined ? null : Number(digits)
  },
  write: (value) => `${value}p`,
}

const name = { read: readName, write: (value: string) => value }

/** Every term that there is: a filter of another kind is a row here, and its condition in the store. */
export const termForms: { readonly [Name in TermName]: TermForm<Name> } = {
  kind: { read: (text) => oneOf(mediaKinds, text), write: String },
  model: name,
  account: name,
  rating: { read: (text) => readRange(text, stars), write: (value) => writeRange(value, stars) },
  score: { read: (text) => readRange(text, points), write: (value) => writeRange(value, points) },
  flag: { read: (text) => oneOf(flags, text), write: String },
  is: { read: (text) => oneOf(standings, text === 'favourite' ? 'favorite' : text), write: String },
  label: { read: readLabel, write: (value) => labelNames[value] },
  color: { read: (text) => otherColorNames.get(text) ?? oneOf(colorNames, text), write: String },
  collection: name,
  sheet: { read: readName, write: String },
  tag: name,
  style: name,
  date: { read: readDays, write: (value) => value },
  price: {
    read: (text) => (text === 'unlisted' ? text : readRange(text, dollars)),
    write: (value) => (value === 'unlisted' ? value : writeRange(value, dollars)),
  },
  ratio: {
    read: (text) => oneOf(shapes, text) ?? readRatio(text, ':'),
    write: (value) => (typeof value === 'string' ? value : `${value.width}:${value.height}`),
  },
  length: { read: (text) => readRange(text, seconds), write: (value) => writeRange(value, seconds) },
  resolution: {
    read: (text) => readRatio(text, 'x') ?? readRange(text, pixels),
    write: (value) => ('width' in value ? `${value.width}x${value.height}` : writeRange(value, pixels)),
  },
}

export const termNames = Object.keys(termForms) as readonly TermName[]

/** Terms whose values are those that the library has. */
export const listedTerms = ['model', 'account', 'collection', 'tag', 'style', 'sheet'] as const

export type ListedTerm = (typeof listedTerms)[number]

/** Names that people know from elsewhere. */
const otherNames: ReadonlyMap<string, TermName> = new Map([
  ['type', 'kind'],
  ['stars', 'rating'],
  ['tags', 'tag'],
  ['cost', 'price'],
  ['duration', 'length'],
  ['size', 'resolution'],
  ['aspect', 'ratio'],
  ['colour', 'color'],
])

export function readTermName(text: string): TermName | null {
  const lower = text.toLowerCase()
  return termNames.find((known) => known === lower) ?? otherNames.get(lower) ?? null
}

/** Null where the text is no value of it. */
export function readTerm(termName: TermName, text: string, isNot = false): Term | null {
  const isFree = termForms[termName] === name
  const value = termForms[termName].read(isFree ? text : text.toLowerCase())
  return value === null ? null : ({ name: termName, value, isNot } as Term)
}

/** The text of a term's value. */
export function writeValue({ name: termName, value }: TermValue): string {
  return (termForms[termName] as TermForm<TermName>).write(value)
}

export function isSameTerm(one: Term, other: Term): boolean {
  return one.name === other.name && one.isNot === other.isNot && writeValue(one) === writeValue(other)
}

function readName(text: string): string | null {
  const trimmed = text.trim()
  return trimmed === '' || trimmed.length > longestName ? null : trimmed
}

const longestName = 300

function readLabel(text: string): Label | null {
  const known = Object.entries(labelNames).find(([digit, said]) => said === text || digit === text)
  return known ? (Number(known[0]) as Label) : null
}

function readRatio(text: string, sign: ':' | 'x'): Ratio | null {
  const [width = '', height = '', ...more] = text.split(sign)
  const isNumber = (part: string) => /^\d{1,6}$/.test(part) && Number(part) > 0 && Number(part) < largest
  if (more.length > 0 || !isNumber(width) || !isNumber(height)) return null
  return { width: Number(width), height: Number(height) }
}

function oneOf<Value extends string>(values: readonly Value[], text: string): Value | null {
  return values.find((value) => value === text) ?? null
}
