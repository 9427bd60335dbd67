import type { ModelNote } from './model.ts'

/** What a service's own description covers of a model. */
interface Described {
  readonly request: boolean
  readonly prices: boolean
}

/** The notes still to be shown beside a model's form, given what a description covers. */
export function standingNotes(notes: readonly ModelNote[], described: Described): string[] {
  const isOver = { described: described.request, priced: described.prices }
  return notes.filter(({ until }) => until === undefined || !isOver[until]).map(({ text }) => text)
}
