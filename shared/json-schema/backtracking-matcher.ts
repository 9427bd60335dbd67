import type {
  BacktrackingProgram,
  BacktrackingStep,
  GroupRegisters,
  RepeatRegisters,
} from './backtracking-program.ts'
import type { MatchWork } from './match-limits.ts'

type Steps = readonly BacktrackingStep[]

/** A way that was not gone yet: from a step at a place, with the registers as they were. */
interface Way {
  readonly step: number
  readonly place: number
  readonly changes: number
}

/**
 * Tries one way through a program after another, as ECMAScript asks for patterns that look behind themselves or back
 * at what a group took. Each step is counted: where `work` has no more of them it throws `TooMuchWork`.
 */
export class BacktrackingMatcher {
  readonly #text: readonly string[]
  #registers: number[] = []
  /** What registers held before, each followed by which it was, so that a way that fails leaves nothing behind. */
  readonly #changes: number[] = []
  readonly #ways: Way[] = []
  readonly #work: MatchWork

  constructor(text: readonly string[], work: MatchWork) {
    this.#text = text
    this.#work = work
  }

  isFound({ steps, registers }: BacktrackingProgram): boolean {
    this.#registers = new Array(registers).fill(-1)
    const [first] = steps
    const last = first?.op === 'where' && first.isStart ? 0 : this.#text.length
    for (let place = 0; place <= last; place++) if (this.#run(steps, place)) return true
    return false
  }

  /** Whether a way leads through; then the registers stay as it left them, else as they were. */
  #run(steps: Steps, from: number): boolean {
    const oldest = this.#ways.length
    const before = this.#changes.length
    this.#ways.push({ step: 0, place: from, changes: this.#changes.length })
    while (this.#ways.length > oldest) {
      const way = this.#ways.pop()
      if (!way) break
      this.#undo(way.changes)
      if (!this.#follow(steps, way)) continue
      this.#ways.length = oldest
      return true
    }
    this.#undo(before)
    return false
  }

  /** Continues until the end or until it fails; forks leave their other ways for later. */
  #follow(steps: Steps, way: Way): boolean {
    let { step: at, place } = way
    for (;;) {
      this.#work.count(1)
      const step = steps[at]
      if (!step || step.op === 'end') return true
      const ahead = this.#take(step, at, place)
      if (ahead === null) return false
      at = ahead.at
      place = ahead.place
    }
  }

  /** The step after this one and its place; null where it does not hold. */
  #take(
    step: Exclude<BacktrackingStep, { op: 'end' }>,
    at: number,
    place: number,
  ): { readonly at: number; readonly place: number } | null {
    switch (step.op) {
      case 'one': {
        const character = this.#text[step.back ? place - 1 : place]
        if (character === undefined || !step.takes(character)) return null
        return { at: at + 1, place: place + (step.back ? -1 : 1) }
      }
      case 'where':
        return step.holds(this.#text[place - 1], this.#text[place]) ? { at: at + 1, place } : null
      case 'look':
        return this.#looks(step, place) ? { at: at + 1, place } : null
      case 'mark':
        this.#set(step.register, place)
        return { at: at + 1, place }
      case 'set':
        this.#set(step.register, step.to)
        return { at: at + 1, place }
      case 'keep':
        this.#keep(step.group, place)
        return { at: at + 1, place }
      case 'again': {
        const length = this.#lengthAgain(step, place)
        return length === null ? null : { at: at + 1, place: place + (step.back ? -length : length) }
      }
      case 'fork':
        return { at: this.#choose(step.to, place), place }
      case 'jump':
        return { at: step.to, place }
      case 'round':
        return { at: this.#round(step.repeat, at + 1, step.out, place), place }
      case 'next':
        return this.#endRound(step.repeat, place) ? { at: step.to, place } : null
    }
  }

  #round({ count, least, most, lazy }: RepeatRegisters, into: number, out: number, place: number): number {
    const done = this.#get(count)
    if (done < least) return into
    if (done >= most) return out
    return this.#choose(lazy ? [out, into] : [into, out], place)
  }

  #endRound({ count, since, least }: RepeatRegisters, place: number): boolean {
    const done = this.#get(count)
    if (done >= least && this.#get(since) === place) return false
    this.#set(count, done + 1)
    return true
  }

  /** The first of several steps; the others are ways for later. */
  #choose(steps: readonly number[], place: number): number {
    this.#work.count(steps.length)
    for (const step of steps.slice(1).toReversed())
      this.#ways.push({ step, place, changes: this.#changes.length })
    return steps[0] ?? -1
  }

  /** What a look finds stays found; what one that must not hold finds is forgotten. */
  #looks({ program, wanted }: BacktrackingStep & { op: 'look' }, place: number): boolean {
    const before = this.#changes.length
    const holds = this.#run(program, place)
    if (!wanted) this.#undo(before)
    return holds === wanted
  }

  #keep({ mark, start, end }: GroupRegisters, place: number): void {
    const other = this.#get(mark)
    this.#set(start, Math.min(other, place))
    this.#set(end, Math.max(other, place))
  }

  /** How long the text is that stands here once more; null where it does not. */
  #lengthAgain({ groups, back, isAlike }: BacktrackingStep & { op: 'again' }, place: number): number | null {
    const group = groups.find(({ start }) => this.#get(start) >= 0)
    if (!group) return 0
    const start = this.#get(group.start)
    const length = this.#get(group.end) - start
    const from = back ? place - length : place
    if (from < 0 || from + length > this.#text.length) return null
    for (let index = 0; index < length; index++) {
      this.#work.count(1)
      if (!isAlike(this.#text[start + index] ?? '', this.#text[from + index] ?? '')) return null
    }
    return length
  }

  #get(register: number): number {
    return this.#registers[register] ?? -1
  }

  #set(register: number, value: number): void {
    this.#changes.push(this.#get(register), register)
    this.#registers[register] = value
  }

  #undo(changes: number): void {
    while (this.#changes.length > changes) {
      const register = this.#changes.pop() ?? 0
      this.#registers[register] = this.#changes.pop() ?? -1
    }
  }
}
