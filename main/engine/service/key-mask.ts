import { Buffer } from 'node:buffer'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'

/** Replaces a key; made of URL characters, so that an address stays valid. */
export const maskedKey = '[API-key]'

/** A shorter key could be part of any word, so it is only recognised after `Bearer`, which makes it as long. */
const shortestAlone = 8
/** Deeper than any response of a service. */
const deepest = 256

/**
 * Removes keys from what others say, before it is kept or shown. It knows the keys that this process has used.
 */
export interface KeyMask {
  learn(key: string): void
  text(words: string): string
  /** Returns the same value where it holds no key; a copy omits what is deeper than 256 levels. */
  value<Value>(value: Value): Value
  /** A body as received, which may be JSON. */
  body(text: string): string
}

export function createKeyMask(): KeyMask {
  const keys = new Set<string>()
  let pattern: RegExp | null = null
  /** The same, without the `g` flag's state. */
  let probe: RegExp | null = null

  function text(words: string): string {
    return pattern === null ? words : words.replace(pattern, maskedKey)
  }

  /** Most values hold no key, so nothing is copied before one is found. */
  function holds(value: unknown, depth: number): boolean {
    if (typeof value === 'string') return value.length >= shortestAlone && probe?.test(value) === true
    if (value === null || typeof value !== 'object') return false
    if (depth > deepest) return true
    for (const name of Object.keys(value)) {
      if (!Array.isArray(value) && holds(name, depth)) return true
      if (holds((value as Record<string, unknown>)[name], depth + 1)) return true
    }
    return false
  }

  function masked(value: unknown, depth: number): unknown {
    if (typeof value === 'string') return text(value)
    if (value === null || typeof value !== 'object') return value
    if (depth > deepest) return null
    if (Array.isArray(value)) return value.map((item) => masked(item, depth + 1))
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => [text(name), masked(member, depth + 1)]),
    )
  }

  function maskValue<Value>(value: Value): Value {
    return probe !== null && holds(value, 0) ? (masked(value, 0) as Value) : value
  }

  return {
    learn(key) {
      keys.add(key)
      const source = toPattern([...keys])
      pattern = source === null ? null : new RegExp(source, 'giu')
      probe = source === null ? null : new RegExp(source, 'iu')
    },
    text,
    value: maskValue,
    body(words) {
      if (pattern === null) return words
      const value = parseBoundedJson(words)
      if (value === undefined) return text(words)
      const copy = maskValue(value)
      return copy === value ? words : JSON.stringify(copy)
    },
  }
}

/** Letter by letter and ignoring case, as headers and hosts are echoed. The longest form comes first. */
function toPattern(keys: readonly string[]): string | null {
  const parts = keys.flatMap((key) => [key, ...key.split(/\s+/)]).filter((part) => part !== '')
  const long = parts.filter((part) => part.length >= shortestAlone)
  const short = parts.filter((part) => part.length < shortestAlone && part.toLowerCase() !== 'bearer')
  const alone = [...new Set(long.flatMap(formsOf))].sort((one, other) => other.length - one.length)
  const sources = [
    ...alone.map(escapePattern),
    ...short.map((part) => `(?<=\\bBearer(?:\\s|%20|\\+){1,4})${escapePattern(part)}(?![\\p{L}\\p{N}])`),
  ]
  return sources.length === 0 ? null : sources.join('|')
}

/**
 * The forms in which a key may be repeated: plain, in a URL, in JSON or HTML, in hex, in base64 among other
 * bytes.
 */
function formsOf(key: string): string[] {
  const inUrl = encodeURIComponent(key.toWellFormed())
  const inJson = JSON.stringify(key).slice(1, -1)
  const bytes = Buffer.from(key)
  const inBase64 = [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
    // Letters that share bits with neighbouring bytes are left out.
    const inner = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')]
  })
  return [key, inUrl, encodeURIComponent(inUrl), inJson, escapeHtml(key), bytes.toString('hex'), ...inBase64]
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
