import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Thumb } from '../media/thumb.tsx'
import dialog from '../ui/dialog.module.css'
import popup from '../ui/popup.module.css'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { useKeyWords } from '../words/key-words.ts'
import { useWords } from '../words/words-context.tsx'
import { useAtelier } from './atelier-context.tsx'
import { createFoundItems, type FoundItems, foundFor } from './found-items.ts'
import styles from './palette.module.css'
import { type Command, type CommandGroup, matchesCommand } from './palette-commands.ts'
import { useCommandGroups } from './use-command-groups.ts'

interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onShowKeys: () => void
}

/** Runs any command: screens, actions, settings, models, recipes, prompts and results, searched while typing. */
export function Palette({ open, onClose, onShowKeys }: PaletteProps) {
  const keys = useKeyWords()
  const { bridge } = useAtelier()
  const [foundItems] = useState(() => createFoundItems(bridge))
  const [query, setQuery] = useState('')
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Reopening it before it has closed also starts a new search.
    if (open) setQuery('')
  }
  /** A command that moves the focus, until the dialog is gone. */
  const toRun = useRef<Command | null>(null)
  const returnsFocus = useRef(true)
  const { ref, finalFocus } = useFocusReturn()
  useEffect(() => {
    if (!open) return
    returnsFocus.current = true
    toRun.current = null
  }, [open])

  function choose(command: Command) {
    if (command.movesFocus) toRun.current = command
    returnsFocus.current = !command.movesFocus
    onClose()
    if (!command.movesFocus) command.run()
  }

  function runWhenClosed(isOpen: boolean) {
    if (isOpen) return
    toRun.current?.run()
    toRun.current = null
  }

  return (
    <BaseDialog.Root
      open={open}
      onOpenChange={(next) => !next && onClose()}
      onOpenChangeComplete={runWhenClosed}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={dialog.backdrop} />
        <BaseDialog.Popup
          ref={ref}
          data-keys="own"
          className={styles.popup}
          aria-label={keys.palette.title}
          finalFocus={() => returnsFocus.current && finalFocus()}
        >
          <CommandSearch
            foundItems={foundItems}
            query={query}
            onQuery={setQuery}
            onChoose={choose}
            onShowKeys={onShowKeys}
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

interface CommandSearchProps {
  readonly foundItems: FoundItems
  readonly query: string
  readonly onQuery: (query: string) => void
  readonly onChoose: (command: Command) => void
  readonly onShowKeys: () => void
}

/** Apart from the palette, so that a closed one follows nothing that its commands come from. */
function CommandSearch({ foundItems, query, onQuery, onChoose, onShowKeys }: CommandSearchProps) {
  const keys = useKeyWords()
  const { actions } = useWords()
  const search = query.trim()
  useEffect(() => void foundItems.look(search), [search, foundItems])
  const found = foundFor(useStore(foundItems.store), search)
  const groups = useCommandGroups({ search, found, shows: 'available', onShowKeys })
  return (
    <Autocomplete.Root
      open
      inline
      items={groups}
      value={query}
      onValueChange={onQuery}
      filter={matchesCommand}
      autoHighlight="always"
      keepHighlight
    >
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <Autocomplete.Input
          className={styles.input}
          aria-label={keys.palette.title}
          placeholder={keys.palette.placeholder}
        />
      </div>
      <Autocomplete.Empty className={styles.empty}>
        {isForCanceling(query, `${actions.names.cancel} ${keys.actionTerms.cancel}`)
          ? keys.palette.noneToCancel
          : keys.palette.none}
      </Autocomplete.Empty>
      <Autocomplete.List className={styles.list}>
        {(group: CommandGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className={styles.group}>
            <Autocomplete.GroupLabel className={styles.label}>{group.value}</Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(command: Command) => (
                <Autocomplete.Item
                  key={command.value}
                  value={command}
                  className={popup.item}
                  onClick={() => onChoose(command)}
                >
                  {command.shows && (
                    <span className={styles.thumb}>
                      <Thumb {...command.shows} alt="" />
                    </span>
                  )}
                  <span className={styles.name}>{command.label}</span>
                  {command.note && <span className={styles.note}>{command.note}</span>}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}

/** Whether a search that found nothing was for a way to cancel, by one of the words for that. */
function isForCanceling(query: string, terms: string): boolean {
  const written = query.trim().toLowerCase()
  return (
    written.length > 2 &&
    terms
      .toLowerCase()
      .split(' ')
      .some((term) => term.startsWith(written))
  )
}
