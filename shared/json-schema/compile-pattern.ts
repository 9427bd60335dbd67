import { RE2Set } from 're2js'
import { translatePattern } from './translate-pattern.ts'

/** How many states of a pattern re2js may cache; beyond it, it continues without. */
const statesMaxBytes = 1024 * 1024

export interface CompiledPattern {
  readonly set: RE2Set
  /** About how many instructions it has. */
  readonly size: number
}

/** Compiles an ECMAScript pattern; null where it can't be translated or compiled, and is left to the service. */
export function compilePattern(source: string): CompiledPattern | null {
  const translated = translatePattern(source)
  if (translated === null) return null
  const set = new RE2Set(RE2Set.UNANCHORED, 0, statesMaxBytes)
  try {
    set.add(translated.text)
    set.compile()
  } catch {
    return null
  }
  return { set, size: translated.size }
}
