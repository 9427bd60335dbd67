import { type PatternNode, parsePattern } from './pattern-parser.ts'

type Step =
  | { readonly op: 'one'; readonly takes: (character: string) => boolean }
  | { readonly op: 'where'; readonly place: 'start' | 'end' | 'edge' | 'inside' }
  | { readonly op: 'ahead'; readonly program: Program; readonly wanted: boolean }
  | { op: 'split'; to: number; or: number }
  | { readonly op: 'end' }

type Program = readonly Step[]

const mostSteps = 10_000
/** What one match may cost; about a tenth of a second at worst. */
const mostWork = 2_000_000

/** A text this short is matched by the engine itself where the pattern can't run away on it. */
const shortText = 5_000

interface Pattern {
  readonly program: Program
  /** The engine's own; null where its time could grow with the ways to match. */
  readonly native: RegExp | null
}

const patterns = new Map<string, Pattern | null>()
const mostPatterns = 1_000

/**
 * Whether a pattern is found in a text, as ECMAScript reads it. Time grows with the text and the pattern, never with
 * the ways to match, so that no pattern from outside can hold the page up. `unknown` where the pattern is none or
 * looks back (such a pattern binds nobody); `too_complex` where even so it would take too long.
 */
export function matchPattern(source: string, text: string): boolean | 'unknown' | 'too_complex' {
  const pattern = patternOf(source)
  if (pattern === null) return 'unknown'
  if (pattern.native && text.length <= shortText) return pattern.native.test(text)
  try {
    return new Matcher([...text]).isFound(pattern.program)
  } catch (error) {
    if (error instanceof TooMuchWork) return 'too_complex'
    throw error
  }
}

function patternOf(source: string): Pattern | null {
  const known = patterns.get(source)
  if (known !== undefined) return known
  if (patterns.size >= mostPatterns) patterns.clear()
  const parsed = parsePattern(source)
  const program = parsed && compile(parsed.node)
  const native = parsed && isTame(parsed.node) ? new RegExp(source, parsed.flags) : null
  const pattern = program && { program, native }
  patterns.set(source, pattern)
  return pattern
}

/** At most one repeat without a near end, and none within another: its time is at most the text's length squared. */
function isTame(node: PatternNode): boolean {
  const repeats = repeatsIn(node, false)
  return repeats !== null && repeats <= 1
}

const nearEnd = 8

/** How many repeats have no near end; null where one stands within another or holds a choice. */
function repeatsIn(node: PatternNode, isRepeated: boolean): number | null {
  switch (node.type) {
    case 'one':
    case 'where':
      return 0
    case 'ahead':
      return isRepeated ? null : repeatsIn(node.node, false)
    case 'repeat': {
      const within = isRepeated ? null : repeatsIn(node.node, true)
      return within === null ? null : within + (node.most > nearEnd ? 1 : 0)
    }
    default: {
      if (node.type === 'choice' && node.nodes.length > 1 && isRepeated) return null
      const counts = node.nodes.map((part) => repeatsIn(part, isRepeated))
      return counts.reduce<number | null>(
        (sum, count) => (sum === null || count === null ? null : sum + count),
        0,
      )
    }
  }
}

class TooMuchWork extends Error {}

/** Null where counted repeats make the program too long. */
function compile(node: PatternNode): Program | null {
  const steps: Step[] = []
  try {
    emit(node, steps)
  } catch (error) {
    if (error instanceof TooMuchWork) return null
    throw error
  }
  steps.push({ op: 'end' })
  return steps
}

function emit(node: PatternNode, steps: Step[]): void {
  if (steps.length > mostSteps) throw new TooMuchWork()
  switch (node.type) {
    case 'one':
      steps.push({ op: 'one', takes: node.takes })
      return
    case 'where':
      steps.push({ op: 'where', place: node.place })
      return
    case 'ahead': {
      const program = compile(node.node)
      if (!program) throw new TooMuchWork()
      steps.push({ op: 'ahead', program, wanted: node.wanted })
      return
    }
    case 'sequence':
      for (const part of node.nodes) emit(part, steps)
      return
    case 'choice':
      emitChoice(node.nodes, steps)
      return
    case 'repeat':
      emitRepeat(node, steps)
  }
}

function emitChoice(nodes: readonly PatternNode[], steps: Step[]): void {
  const ends: { to: number; or: number }[] = []
  for (const [index, node] of nodes.entries()) {
    const isLast = index === nodes.length - 1
    const fork = { op: 'split' as const, to: steps.length + 1, or: -1 }
    if (!isLast) steps.push(fork)
    emit(node, steps)
    if (isLast) break
    const end = { op: 'split' as const, to: -1, or: -1 }
    steps.push(end)
    ends.push(end)
    fork.or = steps.length
  }
  for (const end of ends) end.to = steps.length
}

function emitRepeat(
  { node, least, most }: { node: PatternNode; least: number; most: number },
  steps: Step[],
): void {
  for (let count = 0, before = -1; count < least && steps.length > before; count++) {
    before = steps.length
    emit(node, steps)
  }
  if (most === Number.POSITIVE_INFINITY) {
    const fork = { op: 'split' as const, to: steps.length + 1, or: -1 }
    const start = steps.length
    steps.push(fork)
    emit(node, steps)
    steps.push({ op: 'split', to: start, or: -1 })
    fork.or = steps.length
    return
  }
  const forks: { or: number }[] = []
  for (let count = least; count < most; count++) {
    const fork = { op: 'split' as const, to: steps.length + 1, or: -1 }
    steps.push(fork)
    forks.push(fork)
    emit(node, steps)
  }
  for (const fork of forks) fork.or = steps.length
}

/** Walks all ways through a program at once, one character after another. */
class Matcher {
  readonly #text: readonly string[]
  #work = 0

  constructor(text: readonly string[]) {
    this.#text = text
  }

  isFound(program: Program): boolean {
    const [first] = program
    const isAnchored = first?.op === 'where' && first.place === 'start'
    return this.#run(program, 0, !isAnchored)
  }

  #run(program: Program, from: number, anywhere: boolean): boolean {
    let waiting: number[] = []
    for (let place = from; place <= this.#text.length; place++) {
      const starts = anywhere || place === from ? [...waiting, 0] : waiting
      const reached = this.#spread(program, starts, place)
      if (reached === 'end') return true
      if (reached.length === 0 && !anywhere) return false
      const character = this.#text[place]
      if (character === undefined) return false
      waiting = reached.filter((at) => {
        const step = program[at]
        return step?.op === 'one' && step.takes(character)
      })
      waiting = waiting.map((at) => at + 1)
    }
    return false
  }

  /** The steps that wait for a character here; `end` where the whole program can be through. */
  #spread(program: Program, starts: readonly number[], place: number): number[] | 'end' {
    const seen = new Set<number>()
    const reached: number[] = []
    const open = [...starts]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at < 0 || seen.has(at)) continue
      seen.add(at)
      this.#work += 1
      if (this.#work > mostWork) throw new TooMuchWork()
      const step = program[at]
      if (!step || step.op === 'end') return 'end'
      if (step.op === 'one') reached.push(at)
      else if (step.op === 'split') open.push(step.to, step.or)
      else if (this.#holds(step, place)) open.push(at + 1)
    }
    return reached
  }

  #holds(step: Step & { op: 'where' | 'ahead' }, place: number): boolean {
    if (step.op === 'ahead') return this.#run(step.program, place, false) === step.wanted
    if (step.place === 'start') return place === 0
    if (step.place === 'end') return place === this.#text.length
    const isEdge = isWord(this.#text[place - 1]) !== isWord(this.#text[place])
    return (step.place === 'edge') === isEdge
  }
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character)
}
