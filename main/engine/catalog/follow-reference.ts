import { readPointer } from '../../../shared/json-schema/references.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'

/** A reference’s pointer, whose escapes may be broken. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const longestChain = 10

/** A value with its references followed; undefined for a dangling one, and for one that leads nowhere but on. */
export function follow(document: unknown, value: unknown): unknown {
  let at = value
  for (let step = 0; step < longestChain; step += 1) {
    if (!isRecord(at) || typeof at.$ref !== 'string') return at
    at = at.$ref.startsWith('#/') ? readPointer(document, decode(at.$ref.slice(1))) : undefined
  }
  return undefined
}
