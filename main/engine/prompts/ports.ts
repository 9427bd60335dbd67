/** A prompt of earlier runs; `usedAt` in milliseconds since the epoch. */
export interface HistoricPrompt {
  readonly prompt: string
  readonly modelId: string
  readonly usedAt: number
  readonly times: number
  /** Its last run, or one confirmed with that which has a file where it has none; null where that is not known. */
  readonly submissionId: string | null
}

/** The prompts of all confirmed runs; the journal writes them with the runs. */
export interface PromptHistory {
  /** Each once, the last used first. An unknown cursor starts at the beginning. */
  list(query: {
    readonly search?: string | undefined
    readonly cursor?: string | undefined
    readonly limit: number
  }): { readonly prompts: readonly HistoricPrompt[]; readonly nextCursor: string | null }
}
