/** A part whose code is loaded by its first use. */
export interface LoadedPart<Part> {
  /** The same part for every caller. Rejects where it can't be loaded, which the next use tries again, and once it is closed. */
  get(): Promise<Part>
  /** Closes the part if it was loaded, or is being loaded now. */
  close(): Promise<void>
}

export function createLoadedPart<Part extends { close(): Promise<void> }>(
  load: () => Promise<Part>,
): LoadedPart<Part> {
  let loading: Promise<Part> | null = null
  let isClosed = false
  return {
    get() {
      if (isClosed) return Promise.reject(new Error('closed'))
      if (loading) return loading
      const attempt = load().catch((error: unknown) => {
        if (loading === attempt) loading = null
        throw error
      })
      loading = attempt
      return attempt
    },
    async close() {
      isClosed = true
      const part = await loading?.catch(() => null)
      await part?.close()
    },
  }
}
