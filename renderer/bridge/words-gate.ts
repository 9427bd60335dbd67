/** The words in which a failure is said. */
export interface FailureWordsSource {
  areHere(): boolean
  /** Never rejects: where they can't be loaded, the page says so instead. */
  load(): Promise<void>
}

/** What the first script can say: for these nothing can be loaded. */
const saidWithout: ReadonlySet<unknown> = new Set(['disconnected', 'no_session'])

/**
 * Tells for everything that arrives from the studio what it has to wait for: null, or the words of failures, where it
 * says that something failed, or why. What arrives meanwhile waits as well, so that all keeps its order, except that the
 * studio is gone, or doesn't know this page: then the words may never come.
 */
export function createWordsGate(words: FailureWordsSource | undefined) {
  let waiting: Promise<void> | null = null
  return (arrived: unknown): Promise<void> | null => {
    if (!words || words.areHere()) return waiting
    const codes = codesIn(arrived)
    if (codes.length > 0 && codes.every((code) => saidWithout.has(code))) return null
    if (waiting !== null || codes.length === 0) return waiting
    const loading = words.load()
    waiting = loading
    // Registered first, so that it runs before what waits.
    void loading.then(() => {
      waiting = null
    })
    return waiting
  }
}

/** The codes in it at any depth, as in failures and in reasons; of one with a code, that alone. */
function codesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  if ('code' in value && typeof value.code === 'string') return [value.code]
  return Object.values(value).flatMap(codesIn)
}
