import type { Path, Problem } from './problem.ts'
import type { Verdict } from './verdict.ts'

/**
 * The problems to report where a value fits none of several branches: those of the intended branch, else that
 * it fits none. Intended is the branch whose type and fixed members the value has; of several, the nearest.
 */
export function chooseBranch(branches: readonly Verdict[], path: Path): Problem[] {
  const ofKind = branches.filter(({ problems }) => !problems.some((problem) => saysOtherKind(problem, path)))
  const meant = ofKind.filter(({ problems }) => !problems.some((problem) => saysOtherTag(problem, path)))
  const chosen = nearest(meant) ?? nearest(ofKind)
  if (chosen) return chosen.problems
  const expected = expectedTypes(branches, path)
  if (expected) return [{ path: [...path], reason: { code: 'wrong_type', expected } }]
  return joinOptions(branches, path) ?? [{ path: [...path], reason: { code: 'no_form' } }]
}

/** The one with the fewest problems; null where several have as few. */
function nearest(branches: readonly Verdict[]): Verdict | null {
  const [first, second] = branches.toSorted((left, right) => left.problems.length - right.problems.length)
  if (!first) return null
  return !second || first.problems.length < second.problems.length ? first : null
}

const kindCodes: ReadonlySet<string> = new Set([
  'wrong_type',
  'not_an_option',
  'wrong_pattern',
  'wrong_format',
  'forbidden',
])

function saysOtherKind({ path, reason }: Problem, at: Path): boolean {
  return path.length === at.length && kindCodes.has(reason.code)
}

/** A different fixed value in a member: that is how branches are distinguished. */
function saysOtherTag({ path, reason }: Problem, at: Path): boolean {
  return path.length === at.length + 1 && reason.code === 'not_an_option' && reason.options.length === 1
}

function expectedTypes(branches: readonly Verdict[], path: Path): string | null {
  const types = branches.map(({ problems: [first] }) =>
    first?.reason.code === 'wrong_type' && first.path.length === path.length ? first.reason.expected : null,
  )
  return types.every((type) => type !== null) ? [...new Set(types)].join(', ') : null
}

function joinOptions(branches: readonly Verdict[], path: Path): Problem[] | null {
  const options = branches.map(({ problems: [first] }) =>
    first?.reason.code === 'not_an_option' && first.path.length === path.length ? first.reason.options : null,
  )
  if (!options.every((some) => some !== null)) return null
  return [{ path: [...path], reason: { code: 'not_an_option', options: options.flat() } }]
}
