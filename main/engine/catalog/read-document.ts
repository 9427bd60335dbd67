import type { DescriptionFault } from '../../../shared/api/description-fault.ts'
import { type JsonBounds, readBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { fail, type Result, succeed } from '../../../shared/result.ts'

/** Reads YAML without following anything that it names; throws where it is none. */
export type ParseYaml = (text: string) => Promise<unknown>

/**
 * Bounds of a description: one of 56 operations has some 20,000 members, one of 2,000 a million. Its text may nest
 * far deeper than what is used of it (decisions/0074).
 */
export const descriptionBounds: JsonBounds = { depth: 20_000, bytes: 32 * 1024 * 1024, members: 2_000_000 }

/** YAML takes 100 times as long to parse as JSON. */
const mostYaml = 4 * 1024 * 1024

/**
 * No request nests as deep as this. What lies below is replaced by an empty schema or list, so that one field is
 * entered as JSON and the rest of the description stays.
 */
export const deepestUsed = 128

/** A description’s text as a document: JSON or YAML, OpenAPI 3.0, 3.1 or 3.2, bounded. Never throws. */
export async function readDocument(
  text: string,
  parseYaml: ParseYaml,
): Promise<Result<Readonly<Record<string, unknown>>, DescriptionFault>> {
  const start = text.trimStart()
  if (start === '') return refuse('half')
  if (start.startsWith('<')) return refuse('html')
  const parsed = /^[{[]/.test(start) ? readJson(text) : await readYaml(text, parseYaml)
  if (!parsed.ok) return parsed
  const document = parsed.value
  const excess = pruneDeep(document)
  if (excess !== null) return refuse(excess)
  const fault = faultOf(document)
  return fault === null ? succeed(document as Readonly<Record<string, unknown>>) : refuse(fault)
}

/** Why a document is no OpenAPI description; null where it is one. */
export function faultOf(document: unknown): DescriptionFault | null {
  if (!isRecord(document)) return 'not_openapi'
  if (typeof document.swagger === 'string' || document.swagger === 2) return 'swagger_2'
  const { openapi } = document
  // YAML reads an unquoted 3.1 as a number, and 3.0 as 3.
  const version = typeof openapi === 'number' ? openapi.toFixed(1) : openapi
  if (typeof version !== 'string') return 'not_openapi'
  if (!/^3\.[0-2](\.|$)/.test(version)) return 'other_version'
  return isRecord(document.paths) ? null : 'no_models'
}

function refuse(code: DescriptionFault) {
  return fail({ code })
}

function readJson(text: string): Result<unknown, DescriptionFault> {
  const read = readBoundedJson(text, descriptionBounds)
  if (read.ok) return read
  if (read.error.code === 'too_deep') return refuse('too_deep')
  if (read.error.code !== 'not_json') return refuse('too_large')
  return refuse(isUnfinished(text) ? 'half' : 'not_openapi')
}

/** Whether a JSON text ends before its outermost value does. Without a pattern for texts: a long one exceeds its stack. */
function isUnfinished(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (sign === '{' || sign === '[') depth += 1
    else if (sign === '}' || sign === ']') depth -= 1
    else if (sign === '"') {
      const end = endOfText(text, at + 1)
      if (end === null) return true
      at = end
    }
  }
  return depth > 0
}

/** Where the quote stands that ends a text of JSON; null where none does. */
function endOfText(text: string, from: number): number | null {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return null
}

async function readYaml(text: string, parseYaml: ParseYaml): Promise<Result<unknown, DescriptionFault>> {
  if (text.length > mostYaml) return refuse('too_large')
  try {
    return succeed(await parseYaml(text))
  } catch (error) {
    return refuse(
      error instanceof Error && /resource|alias/i.test(`${error.message} ${codeOf(error)}`)
        ? 'too_large'
        : 'not_openapi',
    )
  }
}

/** `yaml` names what it refuses by a code. */
function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/**
 * Replaces whatever nests too deeply, in place; the fault where there is too much of it. Not recursive, and parts
 * that YAML repeats count each time, so that none of them can unfold without end.
 */
function pruneDeep(document: unknown): DescriptionFault | null {
  if (typeof document !== 'object' || document === null) return null
  const waiting: { readonly at: object; readonly depth: number }[] = [{ at: document, depth: 1 }]
  let members = 0
  let characters = 0
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { at, depth } = next
    for (const [name, member] of Object.entries(at)) {
      members += 1
      characters += name.length + (typeof member === 'string' ? member.length : 0)
      if (typeof member !== 'object' || member === null) continue
      if (depth < deepestUsed) waiting.push({ at: member, depth: depth + 1 })
      else replaceMember(at, name, Array.isArray(member) ? [] : {})
    }
    if (members > descriptionBounds.members || characters > descriptionBounds.bytes) return 'too_large'
  }
  return null
}

/** Also one called `__proto__`. */
function replaceMember(at: object, name: string, value: unknown): void {
  Object.defineProperty(at, name, { value, enumerable: true, configurable: true, writable: true })
}
