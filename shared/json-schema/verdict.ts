import type { MatchWork } from './match-pattern.ts'
import type { Path, Problem, ProblemReason } from './problem.ts'
import type { SchemaNode } from './schema-node.ts'

/** The result of one schema for one value, and which of its members and items it has evaluated. */
export interface Verdict {
  readonly problems: Problem[]
  /** Whether the result depends on something unknown: a pattern that the service evaluates, a text to come. */
  isOpen: boolean
  readonly names: Set<string>
  readonly items: Set<number>
}

/** A schema, a value, and its path; `check` evaluates another schema of the same document. */
export interface Question {
  readonly schema: Readonly<Record<string, unknown>>
  readonly value: unknown
  readonly path: Path
  check(schema: SchemaNode, value: unknown, path: Path): Verdict
  /** Whether another, still unknown value will replace this one. */
  isToCome(value: unknown): boolean
  /** The rest of the check's budget for patterns. */
  readonly work: MatchWork
}

export function emptyVerdict(): Verdict {
  return { problems: [], isOpen: false, names: new Set(), items: new Set() }
}

export function refuse(verdict: Verdict, path: Path, reason: ProblemReason): void {
  verdict.problems.push({ path: [...path], reason })
}

/** Merges the result for a part of the value. */
export function adopt(verdict: Verdict, other: Verdict): void {
  verdict.problems.push(...other.problems)
  verdict.isOpen ||= other.isOpen
}

/** Merges another schema's result for the same value. */
export function absorb(verdict: Verdict, other: Verdict): void {
  adopt(verdict, other)
  note(verdict, other)
}

/** Merges only what another schema has evaluated, whatever its result. */
export function note(verdict: Verdict, other: Verdict): void {
  for (const name of other.names) verdict.names.add(name)
  for (const item of other.items) verdict.items.add(item)
}

/** Whether the value is certainly allowed. */
export function holds({ problems, isOpen }: Verdict): boolean {
  return problems.length === 0 && !isOpen
}

/** Whether the value is certainly refused; where it neither passes nor fails, that is unknown. */
export function fails({ problems }: Verdict): boolean {
  return problems.length > 0
}
