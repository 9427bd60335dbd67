import { Heart } from 'lucide-react'
import { useStore } from 'zustand'
import { mediaKinds } from '../../../shared/api/media.ts'
import { chosenSorts } from '../../../shared/library/filter/library-sort.ts'
import { type Flag, flags } from '../../../shared/library/judgement.ts'
import { IconButton } from '../../ui/button.tsx'
import { Select } from '../../ui/select.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { CollectionSelect } from './collection-select.tsx'
import { FilterCost, FilterMenus } from './filter-menus.tsx'
import { FilterField } from './filter-suggestions.tsx'
import { LibraryActions, TrashActions } from './library-actions.tsx'
import type { LibraryState, LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'
import { RowHeight } from './row-height.tsx'
import { selectedCount } from './selection.ts'
import { SelectionActions } from './selection-actions.tsx'

const any = 'any'

/** Search, filters and order at its start; how many files match, and what is done with them, at its end. */
export function LibraryBar({ library }: { readonly library: LibraryStore }) {
  const words = useLibraryWords()
  const kind = useStore(library.store, (state) => state.kind)
  const isTrash = useStore(library.store, (state) => state.isTrash)
  // Not how many there are: with each key of a search all of the bar would be made anew.
  const chosen = useStore(library.store, (state) => selectedCount(state.selected, totalOf(state)))
  return (
    <div className={styles.bar}>
      <FilterField library={library} className={styles.search} />
      <div className={styles.kind}>
        <Select
          label={words.kind}
          value={kind ?? any}
          options={[
            { value: any, label: words.all },
            ...mediaKinds.map((value) => ({ value, label: words.kinds[value] })),
          ]}
          onChange={(next) => library.filter({ kind: mediaKinds.find((known) => known === next) ?? null })}
        />
      </div>
      {!isTrash && <MarkFilters library={library} />}
      {!isTrash && <CollectionSelect library={library} />}
      {!isTrash && <SortSelect library={library} />}
      <FilterMenus library={library} />
      <div className={styles.end}>
        <Total library={library} chosen={chosen} />
        {chosen === 0 && <FilterCost library={library} />}
        {chosen > 0 && <SelectionActions library={library} count={chosen} isTrash={isTrash} />}
        {isTrash && <EmptyTrash library={library} />}
        {!isTrash && chosen === 0 && <LibraryActions library={library} />}
        <RowHeight library={library} />
      </div>
    </div>
  )
}

function totalOf({ index }: Pick<LibraryState, 'index'>): number {
  return index?.isCounted ? index.total : 0
}

/** How many files are selected, or found. */
function Total({ library, chosen }: { readonly library: LibraryStore; readonly chosen: number }) {
  const words = useLibraryWords()
  const total = useStore(library.store, totalOf)
  return (
    <p className={styles.total} role="status">
      {chosen > 0 ? words.selection(chosen) : total > 0 ? words.total(total) : null}
    </p>
  )
}

function EmptyTrash({ library }: { readonly library: LibraryStore }) {
  const isEmpty = useStore(library.store, (state) => (state.index?.length ?? 0) === 0)
  return <TrashActions library={library} isEmpty={isEmpty} />
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
