import { type KeyboardEvent, useEffect, useId } from 'react'
import { useStore } from 'zustand'
import { colorNames } from '../../../shared/library/color-names.ts'
import { listedTerms } from '../../../shared/library/filter/filter-term.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { SearchField } from '../../shell/search-field.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { ColorDot } from './color-dot.tsx'
import { type Completion, completionsOf, filterStoreOf, listedAtEnd } from './filter-store.ts'
import styles from './filter-strip.module.css'
import type { LibraryStore } from './library-store.ts'

const listId = 'library-suggestions'

/** What completes the end of the filter's text, unless it was closed. */
function useSuggestions(text: string): readonly Completion[] {
  const { bridge } = useAtelier()
  const own = filterStoreOf(bridge)
  const values = useStore(own.store, (state) => state.values)
  const isDismissed = useStore(own.store, (state) => state.dismissed === text)
  const end = listedAtEnd(text)
  const name = listedTerms.find((one) => one === end?.name)
  return isDismissed
    ? []
    : completionsOf(text, values && values.name === name ? { [values.name]: values.list } : {})
}

/**
 * The search of the library. The arrows choose a suggestion, Enter or Tab takes it, and Escape closes
 * them. Where none is chosen, Enter leads on to the files, as the arrow down does where there are none.
 */
export function FilterField({
  library,
  className,
}: {
  readonly library: LibraryStore
  readonly className: string | undefined
}) {
  const words = useLibraryWords()
  const { bridge } = useAtelier()
  const { store } = filterStoreOf(bridge)
  const text = useStore(library.store, (state) => state.search)
  const offered = useSuggestions(text)
  const chosen = useStore(store, (state) => (state.chosen?.text === text ? state.chosen.at : null))
  const set = (search: string) => library.filter({ search })

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const taken = offered[chosen ?? -1]
    const leadsOn = event.key === 'Enter' ? !taken : event.key === 'ArrowDown' && offered.length === 0
    if (leadsOn) focusFiles()
    else if (offered.length === 0) return
    else if (step !== undefined) {
      const from = chosen ?? (step > 0 ? -1 : 0)
      store.setState({ chosen: { text, at: (from + step + offered.length) % offered.length } })
    } else if (event.key === 'Escape') store.setState({ dismissed: text })
    else if (taken && (event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey))) set(taken.text)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <SearchField
      label={words.search}
      clearLabel={words.clearSearch}
      value={text}
      onChange={set}
      onKeyDown={press}
      aria-autocomplete="list"
      aria-controls={offered.length > 0 ? listId : undefined}
      aria-activedescendant={chosen !== null && chosen < offered.length ? optionId(chosen) : undefined}
      className={className}
    />
  )
}

/** From the search to what it found. */
function focusFiles(): void {
  document.querySelector<HTMLElement>('[data-file][tabindex="0"]')?.focus()
}

function optionId(at: number): string {
  return `${listId}-${at}`
}

/** The suggestions themselves; one that is pressed leaves the focus in the field. */
export function Suggestions({
  text,
  onChoose,
}: {
  readonly text: string
  readonly onChoose: (text: string) => void
}) {
  const { bridge } = useAtelier()
  const own = filterStoreOf(bridge)
  const { terms: words } = useLibraryWords()
  const labelId = useId()
  const end = listedAtEnd(text)
  const name = listedTerms.find((one) => one === end?.name)
  const typed = end?.typed ?? ''
  useEffect(() => {
    if (name) void own.complete(name, typed)
  }, [own, name, typed])
  const offered = useSuggestions(text)
  const chosen = useStore(own.store, (state) => (state.chosen?.text === text ? state.chosen.at : null))
  if (offered.length === 0) return null
  return (
    <div id={listId} role="listbox" aria-labelledby={labelId} className={styles.tokens}>
      <span id={labelId} hidden>
        {words.completions}
      </span>
      {offered.map(({ value, text: next, term }, at) => (
        <button
          key={next}
          id={optionId(at)}
          type="button"
          role="option"
          aria-selected={at === chosen}
          tabIndex={-1}
          className={styles.completion}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(next)}
        >
          {term === 'color' && <ColorDot name={colorNames.find((one) => one === value)} />}
          <span className={styles.value}>{value}</span>
        </button>
      ))}
    </div>
  )
}
