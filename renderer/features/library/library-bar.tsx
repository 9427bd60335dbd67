import { Search, X } from 'lucide-react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import { mediaKinds } from '../../../shared/api/media.ts'
import { useKeys } from '../../shell/keys.ts'
import { IconButton } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'

/** Search and kind, and how many files match. */
export function LibraryBar({ library }: { readonly library: LibraryStore }) {
  const words = useLibraryWords()
  const { search, kind, total, items } = useStore(library.store)
  const input = useRef<HTMLInputElement>(null)
  useKeys([{ key: '/', run: () => input.current?.focus() }])
  return (
    <div className={styles.bar}>
      <div className={styles.search}>
        <TextInput
          ref={input}
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          icon={<Search />}
          value={search}
          onChange={(next) => library.filter({ search: next })}
        />
      </div>
      {search !== '' && (
        <IconButton label={words.clearSearch} icon={<X />} onClick={() => library.filter({ search: '' })} />
      )}
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
