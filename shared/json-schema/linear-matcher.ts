import { assertNever } from '../result.ts'
import { type MatchWork, TooMuchWork } from './match-limits.ts'
import type { PatternNode, PlaceNode } from './pattern-node.ts'

type Step =
  | { readonly op: 'one'; readonly takes: (character: string) => boolean }
  | ({ readonly op: 'where' } & Pick<PlaceNode, 'holds' | 'isStart'>)
  | { readonly op: 'ahead'; readonly program: LinearProgram; readonly wanted: boolean }
  | { op: 'split'; to: number; or: number }
  | { readonly op: 'end' }

export type LinearProgram = readonly Step[]

const mostSteps = 10_000

/** Null where the pattern looks back or behind itself, and where counted repeats make the program too long. */
export function compileLinear(node: PatternNode): LinearProgram | null {
  try {
    return write(node, { written: 0 })
  } catch (error) {
    if (error instanceof TooMuchWork) return null
    throw error
  }
}

/** How many steps a walk through a text of this length takes at most; without end where it looks ahead on the way. */
export function walkAtMost(program: LinearProgram, length: number): number {
  return program.some(({ op }) => op === 'ahead') ? Number.POSITIVE_INFINITY : (length + 1) * program.length
}

/** How many steps a pattern's looks have taken: a repeated look is written out as often as it is repeated. */
interface Looks {
  written: number
}

function write(node: PatternNode, looks: Looks): Step[] {
  const steps: Step[] = []
  emit(node, steps, looks)
  steps.push({ op: 'end' })
  return steps
}

function emit(node: PatternNode, steps: Step[], looks: Looks): void {
  if (looks.written + steps.length > mostSteps) throw new TooMuchWork()
  switch (node.type) {
    case 'one':
      steps.push({ op: 'one', takes: node.takes })
      return
    case 'where':
      steps.push({ op: 'where', holds: node.holds, isStart: node.isStart })
      return
    case 'ahead': {
      const program = write(node.node, looks)
      looks.written += program.length
      steps.push({ op: 'ahead', program, wanted: node.wanted })
      return
    }
    case 'sequence':
      for (const part of node.nodes) emit(part, steps, looks)
      return
    case 'choice':
      emitChoice(node.nodes, steps, looks)
      return
    case 'group':
      emit(node.node, steps, looks)
      return
    case 'repeat':
      emitRepeat(node, steps, looks)
      return
    case 'behind':
    case 'again':
      throw new TooMuchWork()
    default:
      assertNever(node)
  }
}

function emitChoice(nodes: readonly PatternNode[], steps: Step[], looks: Looks): void {
  const ends: { to: number; or: number }[] = []
  for (const [index, node] of nodes.entries()) {
    const isLast = index === nodes.length - 1
    const fork = { op: 'split' as const, to: steps.length + 1, or: -1 }
    if (!isLast) steps.push(fork)
    emit(node, steps, looks)
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
  looks: Looks,
): void {
  for (let count = 0, before = -1; count < least && steps.length > before; count++) {
    before = steps.length
    emit(node, steps, looks)
  }
  if (most === Number.POSITIVE_INFINITY) {
    const fork = { op: 'split' as const, to: steps.length + 1, or: -1 }
    const start = steps.length
    steps.push(fork)
    emit(node, steps, looks)
    steps.push({ op: 'split', to: start, or: -1 })
    fork.or = steps.length
    return
  }
  const forks: { or: number }[] = []
  for (let count = least; count < most; count++) {
    const fork = { op: 'split' as const, to: steps.length + 1, or: -1 }
    steps.push(fork)
    forks.push(fork)
    emit(node, steps, looks)
  }
  for (const fork of forks) fork.or = steps.length
}

/**
 * Walks all ways through a program at once, one character after another: time grows with the text and the program,
 * never with the ways to match. Throws `TooMuchWork` where even so `work` does not reach.
 */
export class LinearMatcher {
  readonly #text: readonly string[]
  readonly #work: MatchWork

  constructor(text: readonly string[], work: MatchWork) {
    this.#text = text
    this.#work = work
  }

  isFound(program: LinearProgram): boolean {
    const [first] = program
    const isAnchored = first?.op === 'where' && first.isStart
    return this.#run(program, 0, !isAnchored)
  }

  #run(program: LinearProgram, from: number, anywhere: boolean): boolean {
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
  #spread(program: LinearProgram, starts: readonly number[], place: number): number[] | 'end' {
    const seen = new Set<number>()
    const reached: number[] = []
    const open = [...starts]
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      if (at < 0 || seen.has(at)) continue
      seen.add(at)
      this.#work.count(1)
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
    return step.holds(this.#text[place - 1], this.#text[place])
  }
}
