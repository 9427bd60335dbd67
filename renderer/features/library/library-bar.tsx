import { useStore } from 'zustand'
import { mediaKinds } from '../../../shared/api/media.ts'
import { SearchField } from '../../shell/search-field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'

/** Search and kind, and how many files match. */
export function LibraryBar({ library }: { readonly library: LibraryStore }) {
  const words = useLibraryWords()
  const { search, kind, total, items } = useStore(library.store)
  return (
    <div className={styles.bar}>
      <SearchField
        label={words.search}
        clearLabel={words.clearSearch}
        value={search}
        onChange={(next) => library.filter({ search: next })}
        className={styles.search}
      />
      <Segmented
        label={words.kind}
        value={kind ?? 'all'}
        options={[
          { value: 'all', label: words.all },
          ...mediaKinds.map((value) => ({ value, label: words.kinds[value] })),
        ]}
        onChange={(next) => library.filter({ kind: mediaKinds.find((known) => known === next) ?? null })}
      />
      <p className={styles.total} role="status">
        {items !== null && total > 0 ? words.total(total) : null}
      </p>
    </div>
  )
}
