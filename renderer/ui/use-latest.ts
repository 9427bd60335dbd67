import { useCallback, useRef } from 'react'

/** The same function each time, which does what it was last given. */
export function useLatest(run: () => void): () => void {
  const latest = useRef(run)
  latest.current = run
  return useCallback(() => latest.current(), [])
}
