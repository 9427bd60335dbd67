import { dataUriPattern, isDataUri, isMediaUrl, mediaUrlPattern } from '../api/media-value.ts'
import type { CompiledPattern } from './compile-pattern.ts'

/** The budget of all patterns of one check: characters times instructions, 20 to 150 ns each. */
export const fullWork = 3_000_000
/** A few milliseconds, for checks on every key press. */
export const quickWork = 50_000

/** The remaining budget for the patterns of one check. */
export class MatchWork {
  #left: number

  constructor(work: number = fullWork) {
    this.#left = work
  }

  /** Takes this much from the budget; returns whether there was room. */
  take(work: number): boolean {
    if (work > this.#left) return false
    this.#left -= work
    return true
  }
}

/** Our own patterns for texts of megabytes, with functions that accept exactly the same in one pass. */
const onePass: ReadonlyMap<string, (text: string) => boolean> = new Map([
  [mediaUrlPattern, isMediaUrl],
  [dataUriPattern, isDataUri],
])

/** How many characters of such a pass cost as much as one character and instruction of another pattern. */
const ownPerWork = 50

/** Patterns by their source, the last loaded at the end; null for one left to the service. */
const compiled = new Map<string, CompiledPattern | null>()
const mostCompiled = 300
/** How many patterns of one schema are evaluated here, and how many instructions they have together. */
const mostPatterns = 100
const mostInstructions = 10_000

/**
 * Compiles the patterns of a schema for `matchPattern`. The matcher itself is only loaded for a schema that has
 * patterns; a pattern that can't be compiled, or exceeds a schema's budget, is left to the service. Rejects
 * where the matcher can't be loaded.
 */
export async function loadPatterns(schema: object): Promise<void> {
  const sources = patternsOf(schema).filter((source) => !onePass.has(source))
  if (sources.length === 0) return
  const { compilePattern } = await import('./compile-pattern.ts')
  let left = mostInstructions
  for (const source of sources.slice(0, mostPatterns)) {
    const known = compiled.get(source)
    const pattern = known === undefined ? compilePattern(source) : known
    left -= pattern?.size ?? 0
    if (left < 0) return
    remember(source, pattern)
  }
}

function remember(source: string, pattern: CompiledPattern | null): void {
  compiled.delete(source)
  compiled.set(source, pattern)
  const [oldest] = compiled.keys()
  if (compiled.size > mostCompiled && oldest !== undefined) compiled.delete(oldest)
}

/**
 * Whether a pattern is found in a text, as ECMAScript reads it with `u`, in time linear in the length of both.
 * `unknown` where it was not loaded, is left to the service, or exceeds the rest of `work`: then it doesn't
 * apply here.
 */
export function matchPattern(source: string, text: string, work: MatchWork): boolean | 'unknown' {
  const own = onePass.get(source)
  if (own) return work.take(text.length / ownPerWork) ? own(text) : 'unknown'
  const pattern = compiled.get(source)
  if (!pattern || !work.take(pattern.size * (text.length + 1))) return 'unknown'
  return pattern.set.match(text).length > 0
}

const sourcesOf = new WeakMap<object, readonly string[]>()

/** All possible patterns of a schema: the texts under `pattern` and the names under `patternProperties`. */
function patternsOf(schema: object): readonly string[] {
  const known = sourcesOf.get(schema)
  if (known) return known
  const found = new Set<string>()
  const seen = new Set<unknown>()
  const waiting: unknown[] = [schema]
  while (waiting.length > 0) {
    const at = waiting.pop()
    if (typeof at !== 'object' || at === null || seen.has(at)) continue
    seen.add(at)
    for (const [keyword, value] of Object.entries(at)) {
      if (keyword === 'pattern' && typeof value === 'string') found.add(value)
      else if (keyword === 'patternProperties' && typeof value === 'object' && value !== null)
        for (const name of Object.keys(value)) found.add(name)
      waiting.push(value)
    }
  }
  const sources = [...found]
  sourcesOf.set(schema, sources)
  return sources
}
