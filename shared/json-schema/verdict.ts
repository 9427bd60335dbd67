import type { MatchWork } from './match-limits.ts'
import type { Path, Problem, ProblemReason } from './problem.ts'
import type { SchemaNode } from './schema-node.ts'

/** What one schema says of one value, and which of its members and items it has said something about. */
export interface Verdict {
  readonly problems: Problem[]
  /** Why it isn't known whether the value is allowed, where no problem says that it is not. */
  readonly doubts: Doubt[]
  readonly names: Set<string>
  readonly items: Set<number>
}

/** Something that can't be told: for lack of time, or as a text is not there yet. */
export interface Doubt {
  readonly path: Path
  readonly cause: 'too_complex' | 'to_come'
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
  return { problems: [], doubts: [], names: new Set(), items: new Set() }
}

export function refuse(verdict: Verdict, path: Path, reason: ProblemReason): void {
  verdict.problems.push({ path: [...path], reason })
}

export function doubt(verdict: Verdict, path: Path, cause: Doubt['cause']): void {
  verdict.doubts.push({ path: [...path], cause })
}

/** Takes over what was said of a part of the value. */
export function adopt(verdict: Verdict, other: Verdict): void {
  verdict.problems.push(...other.problems)
  verdict.doubts.push(...other.doubts)
}

/** Takes over what another schema said of the same value. */
export function absorb(verdict: Verdict, other: Verdict): void {
  adopt(verdict, other)
  for (const name of other.names) verdict.names.add(name)
  for (const item of other.items) verdict.items.add(item)
}

/** Whether the value is allowed for sure. */
export function holds({ problems, doubts }: Verdict): boolean {
  return problems.length === 0 && doubts.length === 0
}

/** Whether the value is refused for sure; where it neither holds nor fails, that can't be told. */
export function fails({ problems }: Verdict): boolean {
  return problems.length > 0
}
