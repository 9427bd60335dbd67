import { dataUriPattern, isDataUri, isMediaUrl, mediaUrlPattern } from '../api/media-value.ts'
import { BacktrackingMatcher } from './backtracking-matcher.ts'
import { type BacktrackingProgram, compileBacktracking } from './backtracking-program.ts'
import { compileLinear, LinearMatcher, type LinearProgram, walkAtMost } from './linear-matcher.ts'
import { costOf, type MatchCost, stepsAtMost } from './match-cost.ts'
import { MatchWork, TooMuchWork } from './match-limits.ts'
import { parsePattern } from './pattern-parser.ts'

interface Pattern {
  /** The engine's own, and what it costs; null where its time can't be told beforehand. */
  readonly native: { readonly expression: RegExp; readonly cost: MatchCost } | null
  /** Null where the pattern looks back or behind itself, or would be too long written out. */
  readonly linear: LinearProgram | null
  /** For the patterns that can't be walked in linear time. */
  readonly backtracking: BacktrackingProgram | null
}

/** How many steps the engine's own expressions take in the time of one that is walked. */
const nativePerWalked = 30

/** Our own patterns for texts of megabytes, and what takes exactly the same in one pass: the engine’s way is too long to be foretold. */
const onePass: ReadonlyMap<string, (text: string) => boolean> = new Map([
  [mediaUrlPattern, isMediaUrl],
  [dataUriPattern, isDataUri],
])

const patterns = new Map<string, Pattern | null>()
const mostPatterns = 1_000

/**
 * Whether a pattern is found in a text, as ECMAScript reads it. No pattern from outside can hold the page up: time
 * grows with the text and the pattern alone, and where a pattern looks back or behind itself, its steps are counted.
 * `unknown` where the pattern is none (it binds nobody); `too_complex` where it would take too long, or where other
 * matches have left too little of `work`.
 */
export function matchPattern(
  source: string,
  text: string,
  work = new MatchWork(),
): boolean | 'unknown' | 'too_complex' {
  const known = onePass.get(source)
  if (known) return work.takeNative(text.length) ? known(text) : 'too_complex'
  const pattern = patternOf(source)
  if (pattern === null) return 'unknown'
  return tryNative(pattern, text, work) ?? tryCounted(pattern, text, work)
}

/**
 * Null where that could take too long, or longer than to walk all ways at once; and where the engine has no room for
 * all the ways back in a very long text.
 */
function tryNative({ native, linear }: Pattern, text: string, work: MatchWork): boolean | null {
  const steps = native && stepsAtMost(native.cost, text.length)
  if (native === null || steps === null) return null
  if (linear && walkAtMost(linear, text.length) * nativePerWalked < steps) return null
  if (!work.takeNative(steps)) return null
  try {
    return native.expression.test(text)
  } catch {
    return null
  }
}

function tryCounted(
  { linear, backtracking }: Pattern,
  text: string,
  work: MatchWork,
): boolean | 'too_complex' {
  if (work.isSpent) return 'too_complex'
  const characters = work.charactersOf(text)
  try {
    if (linear) return new LinearMatcher(characters, work).isFound(linear)
    return backtracking ? new BacktrackingMatcher(characters, work).isFound(backtracking) : 'too_complex'
  } catch (error) {
    if (error instanceof TooMuchWork) return 'too_complex'
    throw error
  }
}

function patternOf(source: string): Pattern | null {
  const known = patterns.get(source)
  if (known !== undefined) return known
  if (patterns.size >= mostPatterns) patterns.clear()
  const pattern = readPattern(source)
  patterns.set(source, pattern)
  return pattern
}

/**
 * Groups that change their flags: V8’s own expressions take them for one another where some ignore case and others
 * don’t (Node 24), so that such a pattern is always walked.
 */
const changesFlags = /\(\?[ims-]+:/

function readPattern(source: string): Pattern | null {
  const parsed = parsePattern(source)
  if (!parsed) return null
  const cost = costOf(parsed.node)
  const linear = compileLinear(parsed.node)
  return {
    native: changesFlags.test(source) ? null : cost && { expression: new RegExp(source, parsed.flags), cost },
    linear,
    backtracking: linear ? null : compileBacktracking(parsed),
  }
}
