import { FolderInput, Heart, Trash2 } from 'lucide-react'
import { useStore } from 'zustand'
import { mediaKinds } from '../../../shared/api/media.ts'
import { chosenSorts } from '../../../shared/library/filter/library-sort.ts'
import { type Flag, flags } from '../../../shared/library/judgement.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { SearchField } from '../../shell/search-field.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { CollectionBar } from './collection-bar.tsx'
import { type LibraryStore, noFilter } from './library-store.ts'
import styles from './library-view.module.css'
import { OpenReply } from './open-reply.tsx'
import { RowHeight } from './row-height.tsx'
import { selectedCount } from './selection.ts'
import { SelectionActions } from './selection-actions.tsx'

/** Search, kind, marks and collection, and how many files match. */
export function LibraryBar({ library }: { readonly library: LibraryStore }) {
  const words = useLibraryWords()
  const { collecting } = useAtelier()
  const search = useStore(library.store, (state) => state.search)
  const kind = useStore(library.store, (state) => state.kind)
  const total = useStore(library.store, (state) => state.index?.total ?? 0)
  const selected = useStore(library.store, (state) => state.selected)
  const isTrash = useStore(library.store, (state) => state.isTrash)
  const chosen = selectedCount(selected, total)
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
      {!isTrash && <MarkFilters library={library} />}
      {!isTrash && <CollectionBar library={library} />}
      {!isTrash && <SortSelect library={library} />}
      <Button
        look={isTrash ? 'plain' : 'quiet'}
        icon={<Trash2 />}
        aria-pressed={isTrash}
        onClick={() => library.filter({ ...noFilter, isTrash: !isTrash })}
      >
        {words.trash.label}
      </Button>
      {!isTrash && (
        <IconButton
          label={words.importFolder}
          shortcut="Shift+I"
          icon={<FolderInput />}
          onClick={() => collecting.setState({ importing: true })}
        />
      )}
      {isTrash && total > 0 && <Button onClick={() => library.askPurge('all')}>{words.trash.empty}</Button>}
      <p className={styles.total} role="status">
        {chosen > 0 && `${words.selection(chosen)} · `}
        {total > 0 ? words.total(total) : null}
      </p>
      {chosen > 0 && <SelectionActions library={library} count={chosen} isTrash={isTrash} />}
      <OpenReply />
      <RowHeight library={library} />
    </div>
  )
}

/** What the list is sorted by; nothing where it has an order of its own. */
function SortSelect({ library }: { readonly library: LibraryStore }) {
  const { sort: words } = useLibraryWords()
  const sort = useStore(library.store, (state) => state.sort)
  const hasOwnOrder = useStore(library.store, (state) => state.collectionId !== null || state.alike !== null)
  if (hasOwnOrder) return null
  return (
    <div className={styles.sort}>
      <Select
        label={words.label}
        value={sort}
        options={chosenSorts.map((value) => ({ value, label: words.by[value] }))}
        onChange={(next) => library.setSort(chosenSorts.find((one) => one === next) ?? 'newest')}
      />
    </div>
  )
}

const any = 'any'

function MarkFilters({ library }: { readonly library: LibraryStore }) {
  const { filters } = useLibraryWords()
  const minRating = useStore(library.store, (state) => state.minRating)
  const flag = useStore(library.store, (state) => state.flag)
  const isFavorite = useStore(library.store, (state) => state.isFavorite)
  const names: Record<Flag, string> = filters.flags
  return (
    <>
      <div className={styles.filter}>
        <Select
          label={filters.rating}
          value={String(minRating ?? any)}
          options={[
            { value: any, label: filters.anyRating },
            ...[1, 2, 3, 4, 5].map((stars) => ({ value: String(stars), label: filters.atLeast(stars) })),
          ]}
          onChange={(next) => library.filter({ minRating: next === any ? null : Number(next) })}
        />
      </div>
      <div className={styles.filter}>
        <Select
          label={filters.flag}
          value={flag ?? any}
          options={[
            { value: any, label: filters.anyFlag },
            ...(['pick', 'none', 'reject'] as const).map((value) => ({ value, label: names[value] })),
          ]}
          onChange={(next) => library.filter({ flag: flags.find((one) => one === next) ?? null })}
        />
      </div>
      <IconButton
        label={filters.favorites}
        icon={<Heart />}
        aria-pressed={isFavorite}
        onClick={() => library.filter({ isFavorite: !isFavorite })}
      />
    </>
  )
}
