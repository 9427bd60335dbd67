import type { Problem, ProblemReason } from '../json-schema/problem.ts'
import { isInputReference } from './input-reference.ts'

const mark = 'atelier-unreadable-json'

/** Replaces JSON that is still being typed, so that a form can't be sent with an older value in its place. */
export function unreadableJson(text: string): Readonly<Record<string, string>> {
  return { [mark]: text }
}

/** The typed text; null where the value is no such placeholder. */
export function readUnreadableJson(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, mark)) return null
  const text = (value as Record<string, unknown>)[mark]
  return typeof text === 'string' ? text : null
}

/**
 * Parses a text as JSON; a placeholder where it is none, and where it holds an integer that a double can't, or
 * any number too large for one: another value than intended would be sent.
 */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, keepExact)
  } catch {
    return unreadableJson(text)
  }
}

class Inexact extends Error {}

function keepExact(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number') return value
  const source = context?.source ?? ''
  const isExact = Number.isFinite(value) && (!/^-?\d+$/.test(source) || BigInt(source) === BigInt(value))
  if (!isExact) throw new Inexact()
  return value
}

/** Why a text is no value yet. */
export function reasonOfUnreadable(text: string): ProblemReason {
  try {
    JSON.parse(text, keepExact)
  } catch (error) {
    if (error instanceof Inexact) return { code: 'inexact' }
  }
  return { code: 'not_json' }
}

/** Whether another value will be sent in its place: a file's own, or the completed JSON's. */
export function isToCome(value: unknown): boolean {
  return isInputReference(value) || readUnreadableJson(value) !== null
}

/** The faults of every placeholder within a value. */
export function findUnreadableJson(value: unknown): Problem[] {
  if (typeof value !== 'object' || value === null) return []
  const text = readUnreadableJson(value)
  if (text !== null) return [{ path: [], reason: reasonOfUnreadable(text) }]
  const members: [string | number, unknown][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value)
  return members.flatMap(([step, member]) =>
    findUnreadableJson(member).map((problem) => ({ ...problem, path: [step, ...problem.path] })),
  )
}
