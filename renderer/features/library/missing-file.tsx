import { FileX2 } from 'lucide-react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { failureWords } from '../../words/reason-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore } from './library-store.ts'

interface MissingFileProps {
  readonly library: LibraryStore
  readonly item: LibraryItem
}

/** Replaces a file that is missing: why, and how to get it back. */
export function MissingFile({ library, item }: MissingFileProps) {
  const all = useWords()
  const words = useLibraryWords()
  const { failures } = all
  const notify = useNotify()
  if (item.failure === null) return <EmptyState title={words.fetching} />

  async function fetchAgain() {
    const result = await library.fetchAgain(item.fileId)
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }

  return (
    <EmptyState
      icon={<FileX2 aria-hidden="true" />}
      title={words.missingTitle}
      body={(item.isRefused ? words.refusedBody : words.missingBody)(failureWords(item.failure, all))}
      action={
        <Button onClick={() => void fetchAgain()}>
          {item.isRefused ? words.askAddress : words.fetchAgain}
        </Button>
      }
    />
  )
}
