import type { SubmissionView } from '../../../../shared/bridge/views.ts'

/** The runs that are known with what came in of them, newest first; an older view of a run changes nothing. */
export function mergeRuns(
  known: readonly SubmissionView[],
  incoming: readonly SubmissionView[],
): SubmissionView[] {
  const byId = new Map(known.map((run) => [run.submissionId, run]))
  for (const run of incoming) {
    const before = byId.get(run.submissionId)
    if (!before || before.updatedAt <= run.updatedAt) byId.set(run.submissionId, run)
  }
  const merged = [...byId.values()]
  // A run that moves keeps its place: thousands of news of known runs need no order made anew.
  return merged.length === known.length ? merged : merged.sort(newestFirst)
}

/** Ids are time-ordered, so that they settle what was confirmed in the same millisecond. */
function newestFirst(left: SubmissionView, right: SubmissionView): number {
  return (
    compareText(right.confirmedAt, left.confirmedAt) || compareText(right.submissionId, left.submissionId)
  )
}

/** Moments in ISO 8601 and ids sort as their characters do. */
function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
