import { readTerm, readTermName, type Term, type TermName, writeValue } from './filter-term.ts'

/** What the library is filtered by: words that are searched, phrases in quotes, and terms. */
export interface LibraryFilter {
  /** As typed, without the terms. */
  readonly text: string
  readonly terms: readonly Term[]
}

export const noFilter: LibraryFilter = { text: '', terms: [] }

/** Why a token filters nothing. `unfinished`: its value is still missing. */
export type TokenFault = 'unknown_name' | 'unreadable_value' | 'unfinished'

/** A part of the text of a filter, from `start` up to `end`. */
export type FilterToken = { readonly start: number; readonly end: number; readonly source: string } & (
  | { readonly type: 'text' }
  | { readonly type: 'term'; readonly term: Term }
  | {
      readonly type: 'faulty'
      readonly fault: TokenFault
      /** The name before the colon, as typed where it is unknown. */
      readonly name: string
      readonly value: string
    }
)

const space = /\s/u
const named = /^(-?)([a-z][a-z-]*):(.*)$/isu

/**
 * The tokens of a text such as `fox model:v1 rating:>=3 -tag:"black and white"`, in their order. A quoted value or phrase may
 * hold spaces; in quotes a backslash makes the next character stand for itself. A quote that isn't closed ends with the text.
 */
export function readTokens(text: string): FilterToken[] {
  const tokens: FilterToken[] = []
  let at = 0
  while (at < text.length) {
    if (space.test(text[at] ?? '')) {
      at += 1
      continue
    }
    const end = endOfToken(text, at)
    tokens.push(readToken(text.slice(at, end), at))
    at = end
  }
  return tokens
}

/** What a text filters by: tokens that can't be read filter nothing. */
export function readFilter(text: string): LibraryFilter {
  const tokens = readTokens(text)
  const words = tokens.flatMap((token) => (token.type === 'text' ? [token.source] : [])).join(' ')
  // A word that is followed by a space is whole.
  const isWhole = words !== '' && space.test(text.at(-1) ?? '')
  return {
    text: isWhole ? `${words} ` : words,
    terms: tokens.flatMap((token) => (token.type === 'term' ? [token.term] : [])),
  }
}

/** The tokens of a text that filter nothing. */
export function faultsIn(text: string) {
  return readTokens(text).flatMap((token) => (token.type === 'faulty' ? [token] : []))
}

/** A text that reads as this filter. */
export function writeFilter({ text, terms }: LibraryFilter): string {
  return [...terms.map(writeTerm), ...(text.trim() === '' ? [] : [text.trim()])].join(' ')
}

export function writeTerm(term: Term): string {
  return writeToken(term.name, writeValue(term), term.isNot)
}

/** A token with a value that may need quotes. */
export function writeToken(name: TermName, value: string, isNot = false): string {
  return `${isNot ? '-' : ''}${name}:${quote(value)}`
}

/** The text with its quotes and backslashes as they stand for themselves. */
export function quote(value: string): string {
  return /[\s"\\]/u.test(value) || value === '' ? `"${value.replace(/["\\]/g, '\\$&')}"` : value
}

/** The value that a quoted text stands for. */
export function unquote(source: string): string {
  if (!source.startsWith('"')) return source
  let value = ''
  for (let at = 1; at < source.length; at += 1) {
    if (source[at] === '"') break
    if (source[at] === '\\') at += 1
    value += source[at] ?? ''
  }
  return value
}

/** Up to a space that is in no quotes; quotes are those at the beginning, and after a name. */
function endOfToken(text: string, start: number): number {
  const [opening] = /^(?:-?[a-z][a-z-]*:)?"/iu.exec(text.slice(start)) ?? []
  let at = start + (opening?.length ?? 0)
  if (opening !== undefined) {
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1
    return Math.min(text.length, at + 1)
  }
  while (at < text.length && !space.test(text[at] ?? '')) at += 1
  return at
}

function readToken(source: string, start: number): FilterToken {
  const place = { start, end: start + source.length, source }
  const [, minus, name = '', written = ''] = named.exec(source) ?? []
  if (minus === undefined) return { ...place, type: 'text' }
  const known = readTermName(name)
  const value = unquote(written)
  if (!known && written === '') return { ...place, type: 'text' }
  if (!known) return { ...place, type: 'faulty', fault: 'unknown_name', name, value }
  if (value.trim() === '') return { ...place, type: 'faulty', fault: 'unfinished', name: known, value }
  const term = readTerm(known, value, minus === '-')
  if (!term) return { ...place, type: 'faulty', fault: 'unreadable_value', name: known, value }
  return { ...place, type: 'term', term }
}
