import { useRef } from 'react'

/** What a dialog shows: its last content while it closes, so that it doesn’t empty before it is gone. */
export function useLastOpen<Content>(content: Content | null): Content | null {
  const last = useRef(content)
  if (content !== null) last.current = content
  return last.current
}
