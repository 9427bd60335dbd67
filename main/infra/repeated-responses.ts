/** Of as many jobs as can be running; more are read whole each time. */
const keptAtMost = 1_000
/** A pending job's record is short. */
const longestKept = 4_096

/** What was read from a place's last response, by its text. */
export interface RepeatedResponses<Read> {
  /** The value read from exactly this text of this place; `read` is called where the text is another. */
  read(place: string, text: string, read: () => Read): Read
}

/** A poll mostly brings what the last one brought: the same text is parsed and checked once. */
export function createRepeatedResponses<Read>(): RepeatedResponses<Read> {
  /** Those read longest ago come first. */
  const last = new Map<string, { readonly text: string; readonly value: Read }>()
  return {
    read(place, text, read) {
      const known = last.get(place)
      if (known?.text === text) return known.value
      last.delete(place)
      const value = read()
      if (text.length > longestKept) return value
      last.set(place, { text, value })
      const [oldest] = last.keys()
      if (last.size > keptAtMost && oldest !== undefined) last.delete(oldest)
      return value
    },
  }
}
