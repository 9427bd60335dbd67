/** A fault that no test can notice, or that is not worth one, and why. `line` and `becomes` are as the run prints them. */
export interface ExplainedSurvivor {
  readonly file: string
  readonly line: string
  readonly becomes: string
  readonly reason: string
}

export const explainedSurvivors: readonly ExplainedSurvivor[] = []
