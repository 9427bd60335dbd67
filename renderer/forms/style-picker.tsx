import { Combobox } from '@base-ui/react/combobox'
import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { StyleView } from '../../shared/bridge/style-procedures.ts'
import { isStyleId } from '../../shared/styles/style-id.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { createStylePages, stylesFor } from '../styles/known-styles.ts'
import { StylePreview } from '../styles/style-preview.tsx'
import { Button } from '../ui/button.tsx'
import popup from '../ui/popup.module.css'
import { SearchPopup, SearchTrigger } from '../ui/search-popup.tsx'
import { useStyleWords } from '../words/style-words.ts'
import styles from './style-rows.module.css'

interface StylePickerProps {
  readonly id: string
  /** Of the field. */
  readonly label: string
  /** The ids that are in the field. */
  readonly picked: readonly string[]
  readonly onPick: (styleId: string) => void
}

/** What can be picked: a known style, or the typed text as an id. */
interface Choice {
  readonly styleId: string
  readonly known: StyleView | null
}

const rowsAhead = 5

/** Picks one of the known styles, searched while typing; any other by its id. */
export function StylePicker({ id, label, picked, onPick }: StylePickerProps) {
  const { field: words } = useStyleWords()
  const { bridge } = useAtelier()
  const [pages] = useState(() => createStylePages(bridge))
  const [isOpen, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const state = useStore(pages.store)
  const found = stylesFor(state, search)
  useEffect(() => {
    if (!isOpen) return
    void pages.look(search)
    return pages.stop
  }, [pages, isOpen, search])
  // Until they match the text, Enter would pick another one than the person means.
  const choices = found === null ? [] : choicesOf(found, search.trim(), picked)

  function change(open: boolean) {
    setOpen(open)
    setSearch('')
  }

  return (
    <Combobox.Root
      items={choices}
      filter={null}
      value={null}
      open={isOpen}
      onOpenChange={change}
      inputValue={search}
      onInputValueChange={(text, { reason }) => reason.startsWith('input-') && setSearch(text)}
      itemToStringLabel={({ known, styleId }: Choice) => known?.name || styleId}
      isItemEqualToValue={(one: Choice, other: Choice) => one.styleId === other.styleId}
      onValueChange={(choice: Choice | null) => choice && onPick(choice.styleId)}
      onItemHighlighted={(_, { index }) => {
        if (index >= choices.length - rowsAhead) void pages.more()
      }}
      autoHighlight
    >
      <SearchTrigger render={<Button id={id} aria-label={`${label}: ${words.pick}`} icon={<Plus />} />}>
        {words.pick}
      </SearchTrigger>
      <SearchPopup
        label={words.list}
        searchLabel={words.search}
        className={styles.popup}
        input={{
          // It would close the list, with nothing picked.
          onKeyDown: (event) => event.key === 'Enter' && found === null && event.preventBaseUIHandler(),
        }}
        none={found === null ? '' : sayNone(state.failed, search.trim(), words)}
      >
        <Combobox.List className={popup.list} aria-label={words.list}>
          {(choice: Choice) => <Option key={choice.styleId} choice={choice} />}
        </Combobox.List>
      </SearchPopup>
    </Combobox.Root>
  )
}

/** Those that are not in the field; the typed text last, unless it is the id of one of them. */
function choicesOf(found: readonly StyleView[], typed: string, picked: readonly string[]): Choice[] {
  const free = found.filter(({ styleId }) => !picked.includes(styleId))
  const isNew = isStyleId(typed) && !picked.includes(typed) && free.every(({ styleId }) => styleId !== typed)
  return [
    ...free.map((known) => ({ styleId: known.styleId, known })),
    ...(isNew ? [{ styleId: typed, known: null }] : []),
  ]
}

function sayNone(failed: boolean, typed: string, words: ReturnType<typeof useStyleWords>['field']): string {
  if (failed) return words.failed
  if (typed === '') return words.empty
  return isStyleId(typed) ? words.none : words.idTooLong
}

function Option({ choice: { styleId, known } }: { readonly choice: Choice }) {
  const { field: words, met } = useStyleWords()
  if (!known)
    return (
      <Combobox.Item value={{ styleId, known }} className={popup.item}>
        {words.byId(styleId)}
      </Combobox.Item>
    )
  const note = known.note || met(known)
  return (
    <Combobox.Item value={{ styleId, known }} className={popup.item}>
      <span className={styles.pickedThumb}>
        <StylePreview style={known} />
      </span>
      <span className={styles.pickedNames}>
        <span className={styles.pickedName}>{known.name || styleId}</span>
        <span className={styles.pickedNote}>{known.name ? `${styleId} · ${note}` : note}</span>
      </span>
    </Combobox.Item>
  )
}
