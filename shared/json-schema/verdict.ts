import type { Path, Problem, ProblemReason } from './problem.ts'
import type { SchemaNode } from './schema-node.ts'

/** What one schema says of one value, and which of its members and items it has said something about. */
export interface Verdict {
  readonly problems: Problem[]
  readonly names: Set<string>
  readonly items: Set<number>
}

/** A schema, a value, and the way there; `check` asks another schema of the same document. */
export interface Question {
  readonly schema: Readonly<Record<string, unknown>>
  readonly value: unknown
  readonly path: Path
  check(schema: SchemaNode, value: unknown, path: Path): Verdict
}

export function emptyVerdict(): Verdict {
  return { problems: [], names: new Set(), items: new Set() }
}

export function refuse(verdict: Verdict, path: Path, reason: ProblemReason): void {
  verdict.problems.push({ path: [...path], reason })
}

/** Takes over what another schema said of the same value. */
export function absorb(verdict: Verdict, other: Verdict): void {
  verdict.problems.push(...other.problems)
  for (const name of other.names) verdict.names.add(name)
  for (const item of other.items) verdict.items.add(item)
}

export function holds({ problems }: Verdict): boolean {
  return problems.length === 0
}
