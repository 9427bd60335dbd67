import { isRecord } from './schema-node.ts'

/**
 * A text that two JSON values share exactly when JSON Schema calls them equal: the order of members doesn't
 * matter.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'undefined'
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)
  return `{${members.join()}}`
}

export function isEqual(left: unknown, right: unknown): boolean {
  if (left === right) return true
  if (typeof left !== 'object' || typeof right !== 'object') return false
  return canonical(left) === canonical(right)
}
