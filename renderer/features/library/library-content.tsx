import { FolderOpen, Images, SearchX, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { readTokens } from '../../../shared/library/filter/library-filter.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { AlikeBar } from './alike-bar.tsx'
import { asTerms } from './filter-phrases.ts'
import { LibraryGrid } from './library-grid.tsx'
import { type LibraryStore, noFilter } from './library-store.ts'
import styles from './library-view.module.css'

interface LibraryContentProps {
  readonly library: LibraryStore
  /** The file whose tile gets the focus back, once. */
  readonly returnTo: string | null
  readonly onReturned: () => void
  readonly onOpen: (fileId: string) => void
}

/** The grid, or why there is none; above it what files are alike in, where that was asked. */
export function LibraryContent(props: LibraryContentProps) {
  const alike = useStore(props.library.store, (state) => state.alike)
  return (
    <>
      {alike && <AlikeBar library={props.library} alike={alike} />}
      <Files {...props} />
    </>
  )
}

function Files({ library, returnTo, onReturned, onOpen }: LibraryContentProps) {
  const words = useLibraryWords()
  const { shell, failures } = useWords()
  const { router, collecting } = useAtelier()
  const state = useStore(library.store)
  const { failure, search, kind, collectionId, isTrash } = state
  const { index, entries } = state.index ? state : (state.before ?? state)
  const hasMarks = state.minRating !== null || state.flag !== null || state.isFavorite
  function noneWords() {
    if (isTrash) return words.trash.noneInside
    if (collectionId !== null) return words.collections.noneInside
    if (hasMarks) return words.noneOfMarks
    if (search.trim() === '') return words.noneOfKind
    return readTokens(search).some(({ type }) => type !== 'text') ? words.noneOfFilter : words.noneBody
  }
  if (failure && state.index === null) {
    return (
      <EmptyState
        title={words.failedTitle}
        body={failures.sentence(failure)}
        action={<Button onClick={() => void library.refresh()}>{shell.retry}</Button>}
      />
    )
  }
  if (index === null) return <LoadingGrid />
  if (index.length > 0) {
    return (
      <LibraryGrid
        library={library}
        index={index}
        entries={entries}
        isBusy={state.index === null}
        returnTo={returnTo}
        onReturned={onReturned}
        onOpen={onOpen}
      />
    )
  }
  if (state.alike) {
    return <EmptyState icon={<SearchX />} title={words.alike.noneTitle} body={words.alike.noneBody} />
  }
  if (collectionId !== null && search.trim() === '' && kind === null && !hasMarks) {
    return (
      <EmptyState
        icon={<FolderOpen />}
        title={words.collections.emptyTitle}
        body={words.collections.emptyBody}
        action={<Button onClick={() => library.filter(noFilter)}>{words.noneAction}</Button>}
      />
    )
  }
  if (isTrash && search.trim() === '' && kind === null) {
    return (
      <EmptyState
        icon={<Trash2 />}
        title={words.trash.emptyTitle}
        body={words.trash.emptyBody}
        action={<Button onClick={() => library.showTrash(false)}>{words.trash.leave}</Button>}
      />
    )
  }
  if (search.trim() !== '' || kind !== null || hasMarks) {
    const meant = asTerms(search, words.terms.phrases)
    return (
      <EmptyState
        icon={<SearchX />}
        title={words.noneTitle}
        body={noneWords()}
        action={
          <>
            {meant !== null && (
              <Button look="primary" onClick={() => library.filter({ search: meant })}>
                {words.terms.meant(meant.trim())}
              </Button>
            )}
            <Button onClick={() => library.filter({ ...noFilter, collectionId, isTrash })}>
              {words.noneAction}
            </Button>
          </>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={<Images />}
      title={words.emptyTitle}
      body={words.emptyBody}
      action={
        <>
          <Button look="primary" onClick={() => router.go('create')}>
            {words.emptyAction}
          </Button>
          <Button onClick={() => collecting.setState({ importing: 'folder' })}>{words.importFolder}</Button>
        </>
      }
    />
  )
}

const skeletonWidths = [240, 320, 180, 280, 200, 300, 260, 190, 330, 220, 270, 210]

function LoadingGrid() {
  return (
    <div className={styles.scroller}>
      <div className={styles.skeleton}>
        {skeletonWidths.map((width) => (
          <Skeleton key={width} width={width} height={208} />
        ))}
      </div>
    </div>
  )
}
