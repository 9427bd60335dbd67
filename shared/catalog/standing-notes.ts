import type { ModelNote } from './model.ts'

/** What a service's own description says of a model. */
interface Described {
  readonly request: boolean
  readonly prices: boolean
}

/** What is still to be said of a model beside its form, once a description has said its part. */
export function standingNotes(notes: readonly ModelNote[], described: Described): string[] {
  const isOver = { described: described.request, priced: described.prices }
  return notes.filter(({ until }) => until === undefined || !isOver[until]).map(({ text }) => text)
}
