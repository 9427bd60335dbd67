import { useEffect, useState } from 'react'
import type { MediaKind } from '../../shared/api/media.ts'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import { useIntake } from './intake-context.tsx'

interface Pages {
  /** Null until the first page is here. */
  readonly items: readonly LibraryItem[] | null
  readonly nextCursor: string | null
  readonly failed: boolean
}

const nothing: Pages = { items: null, nextCursor: null, failed: false }

/** Files of one kind, newest first, page after page; a new search begins anew. */
export function useLibraryPages(kind: MediaKind, search: string) {
  const { listLibrary } = useIntake()
  const [pages, setPages] = useState<Pages>(nothing)
  const query = search.trim()

  useEffect(() => {
    let isCurrent = true
    void listLibrary({ kind, search: query, cursor: null }).then((page) => {
      if (isCurrent) setPages(page ? { ...page, failed: false } : { ...nothing, failed: true })
    })
    return () => {
      isCurrent = false
    }
  }, [kind, query, listLibrary])

  async function more() {
    const page = await listLibrary({ kind, search: query, cursor: pages.nextCursor })
    if (!page) setPages((before) => ({ ...before, failed: true }))
    else setPages((before) => ({ ...page, items: [...(before.items ?? []), ...page.items], failed: false }))
  }

  return { ...pages, hasMore: pages.nextCursor !== null, more: () => void more() }
}
