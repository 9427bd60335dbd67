import { useState } from 'react'

/**
 * What a dialog shows: its last content while it closes, so that it doesn’t empty before it is gone. The content is
 * the same object for as long as it is open.
 */
export function useLastOpen<Content extends object>(content: Content | null): Content | null {
  const [last, setLast] = useState(content)
  if (content !== null && content !== last) setLast(content)
  return content ?? last
}
