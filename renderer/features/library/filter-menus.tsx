import { Menu as BaseMenu } from '@base-ui/react/menu'
import { Bookmark, ListFilterPlus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { SmartCollection } from '../../../shared/bridge/smart-collection-procedures.ts'
import { colorNames } from '../../../shared/library/color-names.ts'
import { chosenSorts } from '../../../shared/library/filter/library-sort.ts'
import { useUndoable } from '../../actions/use-undoable.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { IconButton } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import popup from '../../ui/popup.module.css'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { CollectionNameDialog } from './collection-name-dialog.tsx'
import palette from './color-dot.module.css'
import { ColorDot } from './color-dot.tsx'
import { type FilterStore, filterStoreOf, withToken } from './filter-store.ts'
import { filterTextOf } from './filter-text.ts'
import { type LibraryStore, noFilter } from './library-store.ts'
import styles from './library-view.module.css'

/** Filters to choose from, and those that are kept. */
export function FilterMenus({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  return (
    <>
      <AddFilter library={library} />
      <SmartCollections own={filterStoreOf(bridge)} library={library} />
    </>
  )
}

/** A menu of terms, the colors first. */
function AddFilter({ library }: { readonly library: LibraryStore }) {
  const { terms: words } = useLibraryWords()
  const add = (token: string) => library.filter({ search: withToken(library.store.getState().search, token) })
  return (
    <BaseMenu.Root>
      <BaseMenu.Trigger render={<IconButton label={words.add} icon={<ListFilterPlus />} />} />
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={popup.positioner} sideOffset={4} align="start">
          <BaseMenu.Popup className={popup.popup}>
            <div className={popup.list}>
              <BaseMenu.Group className={palette.colors}>
                <BaseMenu.GroupLabel className={palette.title}>{words.color}</BaseMenu.GroupLabel>
                {colorNames.map((name) => (
                  <BaseMenu.Item
                    key={name}
                    className={palette.color}
                    aria-label={words.colors[name]}
                    title={words.colors[name]}
                    onClick={() => add(`color:${name}`)}
                  >
                    <ColorDot name={name} />
                  </BaseMenu.Item>
                ))}
              </BaseMenu.Group>
              {words.menu.map(({ label, token }) => (
                <BaseMenu.Item key={token} className={popup.item} onClick={() => add(token)}>
                  {label}
                </BaseMenu.Item>
              ))}
            </div>
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

function SmartCollections({ own, library }: { readonly own: FilterStore; readonly library: LibraryStore }) {
  const { terms: words } = useLibraryWords()
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()
  const known = useStore(own.store, (state) => state.smart) ?? []
  const [isNaming, setNaming] = useState(false)
  useEffect(() => void own.refreshSmart(), [own])
  const isFiltered = useStore(library.store, (state) => filterTextOf(state) !== '')
  const shown = useStore(library.store, (state) => {
    const filter = filterTextOf(state)
    return known.find((one) => one.filter === filter)
  })

  function show({ filter: kept, sort }: SmartCollection) {
    library.filter({ ...noFilter, search: `${kept} ` })
    const chosen = chosenSorts.find((one) => one === sort)
    if (chosen) library.setSort(chosen)
  }

  async function name(text: string): Promise<boolean> {
    const state = library.store.getState()
    const saved = await own.save(text, filterTextOf(state), state.sort)
    if (!saved.ok) {
      notify(failures.sentence(saved.error), 'danger')
      return false
    }
    notify(words.saved(saved.value.name))
    setNaming(false)
    return true
  }

  async function remove(collectionId: string, removed: string) {
    const result = await own.remove(collectionId)
    if (!result.ok) return notify(failures.sentence(result.error), 'danger')
    noteUndoable(words.deleted(removed), result.value)
  }

  return (
    <>
      <Menu
        align="start"
        label={words.smart}
        icon={<Bookmark />}
        items={[
          ...known.map((one) => ({
            label: one.name,
            run: () => show(one),
          })),
          ...(!isFiltered && known.length === 0 ? [{ label: words.noneSaved, run: null }] : []),
          ...(!isFiltered || shown ? [] : [{ label: words.save, run: () => setNaming(true) }]),
          ...(shown
            ? [{ label: words.delete(shown.name), run: () => void remove(shown.collectionId, shown.name) }]
            : []),
        ]}
      />
      <CollectionNameDialog
        naming={isNaming ? 'keep' : null}
        before=""
        onName={name}
        onClose={() => setNaming(false)}
      />
    </>
  )
}

/** What the runs of all that is shown cost; money of the sandbox stands apart from real money. */
export function FilterCost({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  const own = filterStoreOf(bridge)
  const filter = useStore(library.store, (state) => filterTextOf(state))
  const isTrash = useStore(library.store, (state) => state.isTrash)
  useEffect(() => own.look(filter, isTrash), [own, filter, isTrash])
  const { terms: words } = useLibraryWords()
  const labelOf = useAccountLabel()
  const sum = useStore(own.store, (state) => state.sum)
  if (sum === null || sum.costs.length === 0) return null
  const textOf = (isInFull: boolean) =>
    sum.costs
      .map((cost) => words.cost(cost, sum.costs.length > 1 ? labelOf(cost.account) : null, isInFull))
      .join(' · ')
  return (
    <p className={styles.cost} title={textOf(true)}>
      {textOf(false)}
    </p>
  )
}
