import { Bookmark, ListFilterPlus, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { SmartCollection } from '../../../shared/bridge/smart-collection-procedures.ts'
import type { TermName } from '../../../shared/library/filter/filter-term.ts'
import { type FilterToken, readTokens } from '../../../shared/library/filter/library-filter.ts'
import { chosenSorts } from '../../../shared/library/filter/library-sort.ts'
import { useUndoable } from '../../actions/use-undoable.ts'
import { collectionsOf } from '../../collections/collections-store.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../shell/use-account-label.ts'
import { Menu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { CollectionNameDialog } from './collection-name-dialog.tsx'
import {
  completionsOf,
  createFilterStore,
  type FilterStore,
  withoutToken,
  withToken,
} from './filter-store.ts'
import styles from './filter-strip.module.css'
import { filterTextOf } from './filter-text.ts'
import { type LibraryStore, noFilter } from './library-store.ts'

/** As long as the page. */
const storeOf = new WeakMap<Bridge, FilterStore>()

/** The terms of the filter as tokens, what completes the one that is typed, kept filters, and what all of it cost. */
export function FilterStrip({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  const { terms: words } = useLibraryWords()
  const own = storeOf.get(bridge) ?? createFilterStore(bridge)
  storeOf.set(bridge, own)
  const text = useStore(library.store, (state) => state.search)
  const isTrash = useStore(library.store, (state) => state.isTrash)
  const filter = useStore(library.store, (state) => filterTextOf(state))
  const set = (search: string) => library.filter({ search })
  useEffect(() => own.look(filter, isTrash), [own, filter, isTrash])
  return (
    <div className={styles.strip}>
      <Menu
        small
        align="start"
        label={words.add}
        icon={<ListFilterPlus />}
        items={words.menu.map(({ label, token }) => ({ label, run: () => set(withToken(text, token)) }))}
      />
      <SmartCollections own={own} library={library} filter={filter} />
      <Tokens text={text} onChange={set} />
      <Completions own={own} text={text} onChoose={set} />
      <Cost own={own} />
    </div>
  )
}

function Tokens({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const { terms: words } = useLibraryWords()
  const list = useRef<HTMLUListElement>(null)
  const shown = readTokens(text).filter((token) => token.type !== 'text' && !isUnfinished(token))
  if (shown.length === 0) return null
  const fault = shown.find((token) => token.type === 'faulty')

  function press(event: KeyboardEvent, index: number) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const token = shown[index]
    if (event.key === 'ArrowRight') buttons[index + 1]?.focus()
    else if (event.key === 'ArrowLeft') buttons[index - 1]?.focus()
    else if ((event.key === 'Delete' || event.key === 'Backspace') && token) {
      onChange(withoutToken(text, token))
      ;(buttons[index - 1] ?? buttons[index + 1])?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const tokens = (
    <ul ref={list} className={styles.tokens} aria-label={words.tokens}>
      {shown.map((token, index) => (
        <li key={`${token.start} ${token.source}`}>
          <button
            type="button"
            className={styles.token}
            data-faulty={token.type === 'faulty' || undefined}
            aria-label={words.remove(token.source)}
            onClick={() => onChange(withoutToken(text, token))}
            onKeyDown={(event) => press(event, index)}
          >
            <span>{token.source}</span>
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {tokens}
      {fault && (
        <p className={styles.fault} role="status">
          {words.fault(fault.fault, fault.name)}
        </p>
      )}
    </>
  )
}

function isUnfinished(token: FilterToken): boolean {
  return token.type === 'faulty' && token.fault === 'unfinished'
}

function Completions({
  own,
  text,
  onChoose,
}: {
  readonly own: FilterStore
  readonly text: string
  readonly onChoose: (text: string) => void
}) {
  const { bridge } = useAtelier()
  const { terms: words } = useLibraryWords()
  const tags = useStore(own.store, (state) => state.tags)
  const collections = useStore(collectionsOf(bridge).store, (state) => state.collections) ?? []
  const last = readTokens(text).at(-1)
  const tag = /^-?tag:"?(.*?)"?$/isu.exec(last?.source ?? '')?.[1] ?? null
  useEffect(() => {
    if (tag !== null) void own.complete(tag)
  }, [own, tag])
  const known: Partial<Record<TermName, readonly { value: string; label: string }[]>> = {
    tag: tags.map((value) => ({ value, label: value })),
    collection: collections.map(({ name }) => ({ value: name, label: name })),
  }
  const offered = completionsOf(text, known)
  if (offered.length === 0) return null
  return (
    <ul className={styles.tokens} aria-label={words.completions}>
      {offered.map(({ value, text: next }) => (
        <li key={value}>
          <button type="button" className={styles.completion} onClick={() => onChoose(next)}>
            {value}
          </button>
        </li>
      ))}
    </ul>
  )
}

function SmartCollections({
  own,
  library,
  filter,
}: {
  readonly own: FilterStore
  readonly library: LibraryStore
  readonly filter: string
}) {
  const { terms: words } = useLibraryWords()
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()
  const known = useStore(own.store, (state) => state.smart) ?? []
  const [isNaming, setNaming] = useState(false)
  useEffect(() => void own.refreshSmart(), [own])
  const shown = known.find((one) => one.filter === filter)

  function show({ filter: kept, sort }: SmartCollection) {
    library.filter({ ...noFilter, search: `${kept} ` })
    const chosen = chosenSorts.find((one) => one === sort)
    if (chosen) library.setSort(chosen)
  }

  async function name(text: string): Promise<boolean> {
    const saved = await own.save(text, filter, library.store.getState().sort)
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
        small
        align="start"
        label={words.smart}
        icon={<Bookmark />}
        items={[
          ...known.map((one) => ({
            label: one.name,
            run: () => show(one),
          })),
          ...(filter === '' || shown ? [] : [{ label: words.save, run: () => setNaming(true) }]),
          ...(shown
            ? [{ label: words.delete(shown.name), run: () => void remove(shown.collectionId, shown.name) }]
            : []),
        ]}
      />
      <CollectionNameDialog
        naming={isNaming ? 'make' : null}
        before=""
        onName={name}
        onClose={() => setNaming(false)}
      />
    </>
  )
}

/** What the runs of all that is shown cost; money of the sandbox stands apart from real money. */
function Cost({ own }: { readonly own: FilterStore }) {
  const { terms: words } = useLibraryWords()
  const labelOf = useAccountLabel()
  const sum = useStore(own.store, (state) => state.sum)
  if (sum === null || sum.costs.length === 0) return null
  return (
    <p className={styles.cost}>
      {sum.costs
        .map((cost) => words.cost(cost, sum.costs.length > 1 ? labelOf(cost.account) : null))
        .join(' · ')}
    </p>
  )
}
