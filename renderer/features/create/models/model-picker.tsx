import { Combobox } from '@base-ui/react/combobox'
import { ChevronsUpDown, Image, type LucideIcon, Music, Video } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { MediaKind } from '../../../../shared/api/media.ts'
import type { ModelSummary } from '../../../../shared/bridge/views.ts'
import { useCommand } from '../../../shell/use-command.ts'
import { toolsOnDemand, useTools } from '../../../ui/on-demand.tsx'
import { SearchPopup, SearchTrigger } from '../../../ui/search-popup.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { whenIdle } from '../../../ui/when-idle.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { ModelGroup, Wanted } from './arrange-models.ts'
import styles from './model-picker.module.css'
import type { ModelUsesStore } from './model-uses-store.ts'
import { useFavorites } from './use-favorites.ts'

/** The search is there at once; the list comes on its first use, at the latest. */
const listCode = toolsOnDemand(() => import('./picker-list.tsx'))
const icons: Record<MediaKind, LucideIcon> = { image: Image, video: Video, audio: Music }

interface ModelPickerProps {
  readonly models: readonly ModelSummary[]
  readonly chosen: ModelSummary | null
  readonly uses: ModelUsesStore
  readonly onChoose: (modelId: string) => void
  /** Where work goes on with a model that was chosen by the command and not from the button. */
  readonly nextFocus: () => HTMLElement | null
}

const nothingWanted: Wanted = { tab: 'all', traits: [], cheapestFirst: false, query: '', showsEnded: false }

/** The models: searched while typing, by kind, filtered, with favorites and those used last first. */
export function ModelPicker({ models, chosen, uses: usesStore, onChoose, nextFocus }: ModelPickerProps) {
  const words = useWords()
  const id = useId()
  const uses = useStore(usesStore.store)
  const { favorites, isRead, toggle } = useFavorites()
  const [isOpen, setOpen] = useState(false)
  const [wanted, setWanted] = useState(nothingWanted)
  const want = (change: Partial<Wanted>) => setWanted((now) => ({ ...now, ...change }))
  // As they were when the list was opened, or first read after that: no other option moves under the pointer.
  const current = { favorites: isRead ? favorites : undefined, recent: uses?.recent }
  const [order, setOrder] = useState(current)
  if (isOpen && ((isRead && !order.favorites) || (uses && !order.recent)))
    setOrder({ favorites: order.favorites ?? current.favorites, recent: order.recent ?? current.recent })
  const [lastHighlighted, setHighlighted] = useState<ModelSummary | null>(null)
  const [isPointed, setPointed] = useState(false)
  const { tools, failure } = useTools(listCode, isOpen)
  useEffect(() => {
    void listCode.preload()
    return whenIdle(window, () => void usesStore.start(), idlePatienceMs)
  }, [usesStore])
  const isVirtual = tools !== null && models.length > tools.mostInPage
  // Where the chosen one is not in the page, the list finds its place before it opens.
  const isNeeded = isOpen || isVirtual
  const said = useMemo(
    () => (tools && isNeeded ? tools.sayOptions({ models, uses, words }) : null),
    [tools, isNeeded, models, uses, words],
  )
  const content = useMemo(
    () => (tools && said ? tools.arrangePicker({ models, uses, ...order, words }, said, wanted) : null),
    [tools, said, models, uses, order, words, wanted],
  )

  // Another tab or filter may no longer list it.
  const highlighted =
    content?.groups.flatMap(({ items }) => items).find(({ id: listed }) => listed === lastHighlighted?.id) ??
    null

  function prepare(opens: boolean): void {
    setOpen(opens)
    if (opens) {
      setOrder(current)
      void usesStore.start()
    } else setWanted(nothingWanted)
    setHighlighted(chosen)
    setPointed(false)
  }

  /** Whether it was opened by its command, and has led to a choice. */
  const way = useRef({ isByCommand: false, hasChosen: false })
  useCommand('chooseModel', () => {
    way.current = { isByCommand: true, hasChosen: false }
    prepare(true)
  })

  return (
    <Combobox.Root
      open={isOpen}
      items={content?.groups ?? noGroups}
      filter={null}
      value={chosen}
      inputValue={wanted.query}
      onInputValueChange={(query) => want({ query })}
      itemToStringLabel={(model: ModelSummary) => model.label}
      isItemEqualToValue={(left: ModelSummary, right: ModelSummary) => left.id === right.id}
      onOpenChange={(opens, { reason }) => {
        if (opens) way.current = { isByCommand: false, hasChosen: false }
        else way.current.hasChosen = reason === 'item-press'
        prepare(opens)
      }}
      virtualized={isVirtual}
      onItemHighlighted={(model, { reason }) => {
        if (!model) return
        setHighlighted(model)
        setPointed(reason === 'pointer')
      }}
      onValueChange={(model) => model && onChoose(model.id)}
      autoHighlight
    >
      <SearchTrigger className={styles.trigger} aria-labelledby={`${id}-label ${id}-chosen`}>
        <span id={`${id}-label`} className="visually-hidden">
          {words.models.choose}
        </span>
        <span id={`${id}-chosen`} className={styles.chosen}>
          {chosen && <Chosen model={chosen} />}
        </span>
        <ChevronsUpDown className={styles.chevrons} aria-hidden="true" />
      </SearchTrigger>
      <SearchPopup
        label={words.models.list}
        searchLabel={words.models.search}
        className={styles.popup}
        nextFocus={() => (way.current.isByCommand && way.current.hasChosen ? nextFocus() : null)}
        onKeyDown={(event) => {
          if (isFavoriteKey(event) && highlighted) toggle(highlighted.id)
          else goOnInSearch(event)
        }}
      >
        {failure ?? (content === null && <Skeleton height={96} />)}
        {tools && content && (
          <tools.PickerList
            models={models}
            content={content}
            wanted={wanted}
            onWant={want}
            favorites={favorites}
            onToggleFavorite={toggle}
            highlighted={highlighted}
            isPointed={isPointed}
            isVirtual={isVirtual}
            panelId={`${id}-panel`}
          />
        )}
      </SearchPopup>
    </Combobox.Root>
  )
}

const noGroups: readonly ModelGroup[] = []
const idlePatienceMs = 2000

function Chosen({ model }: { readonly model: ModelSummary }) {
  const { models: words } = useWords()
  const Icon = icons[model.kind]
  return (
    <>
      <span className={styles.sign}>
        <Icon aria-hidden="true" />
      </span>
      <span className={styles.names}>
        <span className={styles.label}>{model.label}</span>
        <span className={styles.note} title={model.priceFrom ? words.priceFromHint : undefined}>
          {words.kind(model.kind)}
          {' · '}
          {model.priceFrom ? words.priceFrom(model.priceFrom) : words.priceUnlisted}
        </span>
      </span>
    </>
  )
}

/** Whether this is the key of the star, which then does nothing else: browsers use it for bookmarks. */
function isFavoriteKey(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  const isIt = key.toLowerCase() === 'd' && (ctrlKey || metaKey) && !altKey && !shiftKey
  if (isIt) event.preventDefault()
  return isIt
}

/**
 * On another control a letter, or an arrow to the list, moves the focus to the search, which then gets the key. An arrow
 * returns to the highlighted option, in view again, else it highlights one.
 */
function goOnInSearch(event: KeyboardEvent<HTMLElement>): void {
  const { key, ctrlKey, metaKey, altKey, currentTarget } = event
  if (ctrlKey || metaKey || altKey || event.target instanceof HTMLInputElement) return
  const isText = key.length === 1 && key !== ' '
  const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
  if (!isText && !isArrow) return
  const search = currentTarget.querySelector('input')
  search?.focus()
  if (!isArrow) return
  event.preventDefault()
  const option = currentTarget.querySelector('[role="option"][data-highlighted]')
  if (option) option.scrollIntoView({ block: 'nearest' })
  else search?.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
