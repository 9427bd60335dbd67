import { assertNever } from '../result.ts'
import type { AgainNode, PatternNode, PlaceNode, RepeatNode } from './pattern-node.ts'
import type { ParsedPattern } from './pattern-parser.ts'

/** Numbers in `keep`, `count`, `since` and so on are registers. */
export type BacktrackingStep =
  | { readonly op: 'one'; readonly takes: (character: string) => boolean; readonly back: boolean }
  | ({ readonly op: 'where' } & Pick<PlaceNode, 'holds' | 'isStart'>)
  | { readonly op: 'look'; readonly program: readonly BacktrackingStep[]; readonly wanted: boolean }
  | { readonly op: 'mark'; readonly register: number }
  | { readonly op: 'set'; readonly register: number; readonly to: number }
  /** A group has been taken from the marked place to here. */
  | { readonly op: 'keep'; readonly group: GroupRegisters }
  | ({
      readonly op: 'again'
      readonly groups: readonly GroupRegisters[]
      readonly back: boolean
    } & Pick<AgainNode, 'isAlike'>)
  | { readonly op: 'fork'; readonly to: number[] }
  | { readonly op: 'jump'; to: number }
  /** Another round of a repeat, or on behind it. */
  | { readonly op: 'round'; readonly repeat: RepeatRegisters; out: number }
  /** The end of a round; one that had not to be and took nothing is none. */
  | { readonly op: 'next'; readonly repeat: RepeatRegisters; readonly to: number }
  | { readonly op: 'end' }

/** Where a group begins to be taken, and what it took last: from `start` to `end`, both below 0 while it took nothing. */
export interface GroupRegisters {
  readonly mark: number
  readonly start: number
  readonly end: number
}

export interface RepeatRegisters {
  readonly count: number
  readonly since: number
  readonly least: number
  readonly most: number
  readonly lazy: boolean
}

export interface BacktrackingProgram {
  readonly steps: readonly BacktrackingStep[]
  readonly registers: number
}

/** Writes a pattern down as steps that try one way after another, in the order that ECMAScript asks for. */
export function compileBacktracking({ node, groups }: ParsedPattern): BacktrackingProgram {
  const writer = new ProgramWriter(groups)
  return { steps: writer.write(node, false), registers: writer.registers }
}

class ProgramWriter {
  registers: number

  constructor(groups: number) {
    this.registers = groups * 3
  }

  /** `back` is how it is read within what looks behind: from its end to its start. */
  write(node: PatternNode, back: boolean): BacktrackingStep[] {
    const steps: BacktrackingStep[] = []
    this.#emit(node, steps, back)
    steps.push({ op: 'end' })
    return steps
  }

  #emit(node: PatternNode, steps: BacktrackingStep[], back: boolean): void {
    switch (node.type) {
      case 'one':
        steps.push({ op: 'one', takes: node.takes, back })
        return
      case 'where':
        steps.push({ op: 'where', holds: node.holds, isStart: node.isStart })
        return
      case 'ahead':
      case 'behind':
        steps.push({
          op: 'look',
          program: this.write(node.node, node.type === 'behind'),
          wanted: node.wanted,
        })
        return
      case 'again':
        steps.push({ op: 'again', groups: node.groups.map(registersOf), back, isAlike: node.isAlike })
        return
      case 'group': {
        const group = registersOf(node.group)
        steps.push({ op: 'mark', register: group.mark })
        this.#emit(node.node, steps, back)
        steps.push({ op: 'keep', group })
        return
      }
      case 'sequence':
        for (const part of back ? node.nodes.toReversed() : node.nodes) this.#emit(part, steps, back)
        return
      case 'choice':
        this.#emitChoice(node.nodes, steps, back)
        return
      case 'repeat':
        this.#emitRepeat(node, steps, back)
        return
      default:
        assertNever(node)
    }
  }

  #emitChoice(nodes: readonly PatternNode[], steps: BacktrackingStep[], back: boolean): void {
    const starts: number[] = []
    const ends: { to: number }[] = []
    steps.push({ op: 'fork', to: starts })
    for (const node of nodes) {
      starts.push(steps.length)
      this.#emit(node, steps, back)
      const end = { op: 'jump' as const, to: -1 }
      steps.push(end)
      ends.push(end)
    }
    for (const end of ends) end.to = steps.length
  }

  #emitRepeat(node: RepeatNode, steps: BacktrackingStep[], back: boolean): void {
    const { least, most, lazy } = node
    const repeat = { count: this.registers, since: this.registers + 1, least, most, lazy }
    this.registers += 2
    steps.push({ op: 'set', register: repeat.count, to: 0 })
    const round = { op: 'round' as const, repeat, out: -1 }
    const to = steps.push(round) - 1
    steps.push({ op: 'mark', register: repeat.since })
    for (const group of groupsIn(node.node)) {
      const { start, end } = registersOf(group)
      for (const register of [start, end]) steps.push({ op: 'set', register, to: -1 })
    }
    this.#emit(node.node, steps, back)
    steps.push({ op: 'next', repeat, to })
    round.out = steps.length
  }
}

function registersOf(group: number): GroupRegisters {
  const first = (group - 1) * 3
  return { mark: first, start: first + 1, end: first + 2 }
}

/** A round of a repeat begins with its groups empty. */
function groupsIn(node: PatternNode): number[] {
  if (node.type === 'sequence' || node.type === 'choice') return node.nodes.flatMap(groupsIn)
  if (node.type === 'group') return [node.group, ...groupsIn(node.node)]
  return 'node' in node ? groupsIn(node.node) : []
}
