import type { SubmissionView } from '../../../../shared/bridge/views.ts'

/** An answer, and what it says of runs that is not older than what was heard of them meanwhile. */
export interface Tracked<Answer> {
  readonly answer: Answer
  fresh(runs: readonly SubmissionView[]): readonly SubmissionView[]
}

/**
 * What was heard of runs while answers were on their way: those come by another way than events, and may be older. A
 * run's `updatedAt` does not tell, for it stays while a file of the run comes in.
 */
export interface RunsHeard {
  hear(run: SubmissionView): void
  track<Answer>(asked: Promise<Answer>): Promise<Tracked<Answer>>
}

export function createRunsHeard(): RunsHeard {
  const waiting = new Set<Set<string>>()
  return {
    hear({ submissionId }) {
      for (const heard of waiting) heard.add(submissionId)
    },
    async track(asked) {
      const heard = new Set<string>()
      waiting.add(heard)
      try {
        const answer = await asked
        return { answer, fresh: (runs) => runs.filter(({ submissionId }) => !heard.has(submissionId)) }
      } finally {
        waiting.delete(heard)
      }
    },
  }
}
