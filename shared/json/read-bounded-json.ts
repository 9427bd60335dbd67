import { fail, type Result, succeed } from '../result.ts'

/** The limits for a JSON text from outside. */
export interface JsonBounds {
  /** Maximum nesting of arrays and objects; a bare `[]` is 1. */
  readonly depth: number
  /** As UTF-8. */
  readonly bytes: number
  /** Members of all objects and items of all arrays together. */
  readonly members: number
}

/** For a service's responses; descriptions and listings have limits of their own. */
export const responseBounds: JsonBounds = { depth: 64, bytes: 4 * 1024 * 1024, members: 10_000 }

export type JsonRefusal = 'not_json' | 'too_deep' | 'too_large' | 'too_many_members'

/**
 * Parses a JSON text from outside. The limits are checked on the text, so that nothing beyond them is ever
 * built.
 */
export function readBoundedJson(
  text: string,
  bounds: JsonBounds = responseBounds,
): Result<unknown, JsonRefusal> {
  const excess = excessOf(text, bounds)
  if (excess !== null) return refuse(excess)
  try {
    return succeed(JSON.parse(text))
  } catch {
    return refuse('not_json')
  }
}

/** The same where the reason for a failure doesn't matter: undefined then. */
export function parseBoundedJson(text: string, bounds: JsonBounds = responseBounds): unknown {
  const read = readBoundedJson(text, bounds)
  return read.ok ? read.value : undefined
}

/** Whether a parsed value is no deeper than this. Not recursive, so that any depth can be checked. */
export function isWithinDepth(value: unknown, depth: number): boolean {
  const waiting: (readonly [value: unknown, depth: number])[] = [[value, 1]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [at, level] = next
    if (typeof at !== 'object' || at === null) continue
    if (level > depth) return false
    for (const member of Object.values(at)) waiting.push([member, level + 1])
  }
  return true
}

/** Whether a parsed value has no more members of objects and items of lists than this; cycles end, too. */
export function hasAtMostMembers(value: unknown, members: number): boolean {
  const waiting = [value]
  let counted = 0
  for (let next = waiting.pop(); next !== undefined || waiting.length > 0; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue
    const held: readonly unknown[] = Object.values(next)
    counted += held.length
    if (counted > members) return false
    waiting.push(...held)
  }
  return true
}

function refuse(code: JsonRefusal) {
  return fail({ code })
}

const quote = 0x22
const comma = 0x2c
const backslash = 0x5c

/**
 * The limit that the text exceeds; null where none. For a text that is no JSON the result is arbitrary but it
 * never fails.
 */
export function excessOf(text: string, bounds: JsonBounds): JsonRefusal | null {
  if (text.length > bounds.bytes) return 'too_large'
  let bytes = 0
  let depth = 0
  let members = 0
  let isInString = false
  /** Whether the next token is the first member of a container, or its end. */
  let isFirst = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    bytes += bytesOf(code)
    if (isInString) {
      if (code === quote) isInString = false
      else if (code === backslash) {
        at += 1
        bytes += 1
      }
      continue
    }
    if (isSpace(code)) continue
    if (code === comma || (isFirst && !isEnd(code))) members += 1
    isFirst = isBeginning(code)
    if (isFirst) depth += 1
    else if (isEnd(code)) depth -= 1
    else if (code === quote) isInString = true
    if (depth > bounds.depth) return 'too_deep'
    if (members > bounds.members) return 'too_many_members'
  }
  return bytes > bounds.bytes ? 'too_large' : null
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** `[` and `{`. */
function isBeginning(code: number): boolean {
  return code === 0x5b || code === 0x7b
}

/** `]` and `}`. */
function isEnd(code: number): boolean {
  return code === 0x5d || code === 0x7d
}

/** Of a UTF-16 unit in UTF-8; each half of a pair counts two of its four. */
function bytesOf(code: number): number {
  if (code < 0x80) return 1
  const isHalf = code >= 0xd800 && code <= 0xdfff
  return code < 0x800 || isHalf ? 2 : 3
}
