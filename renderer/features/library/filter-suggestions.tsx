import { type KeyboardEvent, useEffect, useId } from 'react'
import { useStore } from 'zustand'
import { colorNames } from '../../../shared/library/color-names.ts'
import { listedTerms } from '../../../shared/library/filter/filter-term.ts'
import { readFilter } from '../../../shared/library/filter/library-filter.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { SearchField } from '../../shell/search-field.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { ColorDot } from './color-dot.tsx'
import { asTerms, phraseCompletions } from './filter-phrases.ts'
import { type Completion, completionsOf, filterStoreOf, listedAtEnd } from './filter-store.ts'
import styles from './filter-strip.module.css'
import type { LibraryStore } from './library-store.ts'

const listId = 'library-suggestions'
const mostSuggested = 12

/** What completes the end of the filter's text, and the terms that its words name, unless that was closed. */
function useSuggestions(text: string) {
  const { bridge } = useAtelier()
  const { terms: words } = useLibraryWords()
  const own = filterStoreOf(bridge)
  const values = useStore(own.store, (state) => state.values)
  const isDismissed = useStore(own.store, (state) => state.dismissed === text)
  const end = listedAtEnd(text)
  const name = listedTerms.find((one) => one === end?.name)
  if (isDismissed) return []
  const known = values && values.name === name ? { [values.name]: values.list } : {}
  const named = phraseCompletions(text, words.phrases).map((one) => ({ ...one, term: null }))
  return [...completionsOf(text, known), ...named]
    .slice(0, mostSuggested)
    .map((one) => ({ ...one, color: colorOf(one) }))
}

/**
 * The search of the library. The arrows choose a suggestion, Enter or Tab takes it, and Escape closes
 * them. Where none is chosen, Enter leads on to the files, as the arrow down does where there are none. Where the words
 * are found nowhere, Enter asks for the terms that all of them name, or is over: what is found later leaves the focus here.
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
  const isNowhere = useStore(library.store, ({ index }) => index?.length === 0)
  const leadsOn = useStore(store, ({ leads }) => leads === text)
  const terms = isNowhere ? asTerms(text, words.terms.phrases) : null
  const meant = terms !== null && readFilter(terms).text.trim() === '' ? terms : null
  useEffect(() => {
    if (!leadsOn || !isNowhere) return
    store.setState({ leads: meant })
    if (meant !== null) library.filter({ search: meant })
  }, [store, library, leadsOn, isNowhere, meant])

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const taken = offered[chosen ?? -1]
    const isOn = event.key === 'Enter' ? !taken : event.key === 'ArrowDown' && offered.length === 0
    if (isOn) store.setState({ leads: text })
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
      onBlur={() => store.setState({ leads: null })}
      aria-autocomplete="list"
      aria-controls={offered.length > 0 ? listId : undefined}
      aria-activedescendant={chosen !== null && chosen < offered.length ? optionId(chosen) : undefined}
      className={className}
    />
  )
}

/** The color that a value or a token names. */
function colorOf({ value, term }: Completion) {
  if (term !== null && term !== 'color') return undefined
  return colorNames.find((name) => value === (term === null ? `color:${name}` : name))
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
      {offered.map(({ value, text: next, color }, at) => (
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
          {color && <ColorDot name={color} />}
          <span className={styles.value}>{value}</span>
        </button>
      ))}
    </div>
  )
}
