import { FileX2 } from 'lucide-react'
import { posterRoute } from '../../../shared/bridge/media-routes.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { failureWords } from '../../words/reason-words.ts'
import { useWords } from '../../words/words-context.tsx'
import type { LibraryStore } from './library-store.ts'
import styles from './missing-file.module.css'

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
  const { collecting } = useAtelier()
  if (item.failure === null) return <EmptyState title={words.fetching} />

  async function fetchAgain() {
    const result = await library.fetchAgain(item.fileId)
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }

  const cause = failureWords(item.failure, all)
  const icon = item.hasPoster ? (
    <img className={styles.lost} src={posterRoute(item.fileId)} alt="" draggable={false} />
  ) : (
    <FileX2 aria-hidden="true" />
  )
  if (item.isOnlyHere) {
    return (
      <EmptyState
        icon={icon}
        title={words.missingTitle}
        body={words.onlyHereBody(cause)}
        action={
          <>
            <Button onClick={() => void fetchAgain()}>{words.checkAgain}</Button>
            <Button onClick={() => collecting.setState({ importing: 'folder' })}>{words.importFolder}</Button>
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={icon}
      title={words.missingTitle}
      body={(item.isRefused ? words.refusedBody : words.missingBody)(cause)}
      action={
        <Button onClick={() => void fetchAgain()}>
          {item.isRefused ? words.askAddress : words.fetchAgain}
        </Button>
      }
    />
  )
}
