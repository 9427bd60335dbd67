import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CollectionView } from '../../../shared/bridge/collection-procedures.ts'
import { collectionsOf } from '../../collections/collections-store.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'

/** Which collection is shown, where there are any. */
export function CollectionSelect({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  const { collections: words } = useLibraryWords()
  const model = collectionsOf(bridge)
  const read = useStore(model.store, (state) => state.collections)
  const known = read ?? []
  const collectionId = useStore(library.store, (state) => state.collectionId)
  useEffect(() => void model.refresh(), [model])
  useGoneCollection(library, read, collectionId)
  if (known.length === 0) return null
  return (
    <div className={styles.collection}>
      <SearchSelect
        label={words.label}
        placeholder={words.all}
        searchLabel={words.search}
        none={words.none}
        options={[
          { value: null, label: words.all },
          ...known.map((one) => ({ value: one.collectionId, label: one.name })),
        ]}
        value={collectionId}
        onChange={(next) => library.filter({ collectionId: next })}
      />
    </div>
  )
}

/** A collection that was deleted, also elsewhere or since the last start, is shown no longer. */
function useGoneCollection(
  library: LibraryStore,
  read: readonly CollectionView[] | null,
  collectionId: string | null,
) {
  const isThere = read?.some((one) => one.collectionId === collectionId) ?? false
  const isGone = collectionId !== null && read !== null && !isThere
  // One that was made a moment ago may not have been read yet.
  const [wasThere, setWasThere] = useState(collectionId !== null)
  useEffect(() => {
    if (read !== null) setWasThere(isThere)
  }, [read, isThere])
  useEffect(() => {
    if (isGone && wasThere) library.filter({ collectionId: null })
  }, [isGone, wasThere, library])
}
