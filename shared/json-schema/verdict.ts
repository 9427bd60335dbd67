import type { MatchWork } from './match-pattern.ts'
import type { Path, Problem, ProblemReason } from './problem.ts'
import type { SchemaNode } from './schema-node.ts'

/** What one schema says of one value, and which of its members and items it has said something about. */
export interface Verdict {
  readonly problems: Problem[]
  /** Whether something isn't known that the value hangs on: a pattern that the service judges, a text to come. */
  isOpen: boolean
  readonly names: Set<string>
  readonly items: Set<number>
}

/** A schema, a value, and the way there; `check` asks another schema of the same document. */
export interface Question {
  readonly schema: Readonly<Record<string, unknown>>
  readonly value: unknown
  readonly path: Path
  check(schema: SchemaNode, value: unknown, path: Path): Verdict
  /** Whether another value will stand here that isn't known yet. */
  isToCome(value: unknown): boolean
  /** What is left of the whole check for patterns. */
  readonly work: MatchWork
}

export function emptyVerdict(): Verdict {
  return { problems: [], isOpen: false, names: new Set(), items: new Set() }
}

export function refuse(verdict: Verdict, path: Path, reason: ProblemReason): void {
  verdict.problems.push({ path: [...path], reason })
}

/** Takes over what was said of a part of the value. */
export function adopt(verdict: Verdict, other: Verdict): void {
  verdict.problems.push(...other.problems)
  verdict.isOpen ||= other.isOpen
}

/** Takes over what another schema said of the same value. */
export function absorb(verdict: Verdict, other: Verdict): void {
  adopt(verdict, other)
  note(verdict, other)
}

/** Takes over what another schema has said something about, whatever it said. */
export function note(verdict: Verdict, other: Verdict): void {
  for (const name of other.names) verdict.names.add(name)
  for (const item of other.items) verdict.items.add(item)
}

/** Whether the value is allowed for sure. */
export function holds({ problems, isOpen }: Verdict): boolean {
  return problems.length === 0 && !isOpen
}

/** Whether the value is refused for sure; where it neither holds nor fails, that can't be told. */
export function fails({ problems }: Verdict): boolean {
  return problems.length > 0
}
