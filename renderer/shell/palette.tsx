import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { KeptRecipe } from '../../shared/bridge/recipe-procedures.ts'
import { type ActionItem, useActions } from '../actions/use-actions.ts'
import dialog from '../ui/dialog.module.css'
import popup from '../ui/popup.module.css'
import { useWords } from '../words/words-context.tsx'
import { useAtelier, useCatalog, useStudio } from './atelier-context.tsx'
import { recipesFor } from './found-recipes.ts'
import { shownKeys } from './keys.ts'
import styles from './palette.module.css'
import { screens } from './router.ts'

interface Command {
  /** Its name. */
  readonly value: string
  /** Further search terms; null where it was found already. */
  readonly terms: string | null
  readonly label: string
  readonly note: string | null
  readonly run: () => void
}

interface CommandGroup {
  readonly value: string
  readonly items: readonly Command[]
}

interface PaletteProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onShowKeys: () => void
}

/** Runs any command: screens, models and actions, searched while typing. */
export function Palette({ open, onClose, onShowKeys }: PaletteProps) {
  const { shell } = useWords()
  const [query, setQuery] = useState('')
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    // Reopening it before it has closed also starts a new search.
    if (open) setQuery('')
  }
  const { foundRecipes } = useAtelier()
  const search = query.trim()
  useEffect(() => {
    if (open) void foundRecipes.look(search)
  }, [open, search, foundRecipes])
  const found = useStore(foundRecipes.store, (state) => recipesFor(state, search))
  const groups = useCommandGroups(onShowKeys, found)
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={dialog.backdrop} />
        <BaseDialog.Popup data-keys="own" className={styles.popup} aria-label={shell.palette.title}>
          <Autocomplete.Root
            open
            inline
            items={groups}
            value={query}
            onValueChange={setQuery}
            filter={matchesCommand}
            autoHighlight="always"
            keepHighlight
          >
            <div className={styles.search}>
              <Search aria-hidden="true" />
              <Autocomplete.Input
                className={styles.input}
                aria-label={shell.palette.title}
                placeholder={shell.palette.placeholder}
              />
            </div>
            <Autocomplete.Empty className={styles.empty}>{shell.palette.none}</Autocomplete.Empty>
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
                        onClick={() => {
                          onClose()
                          command.run()
                        }}
                      >
                        <span className={popup.grow}>{command.label}</span>
                        {command.note && <span className={styles.note}>{command.note}</span>}
                      </Autocomplete.Item>
                    )}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Whether every typed word is in a command's search terms. */
function matchesCommand({ label, terms }: Command, query: string): boolean {
  if (terms === null) return true
  const text = `${label} ${terms}`.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function toResultCommand({ id, name, keys, run }: ActionItem): Command {
  return { value: `action ${id}`, label: name, terms: '', note: noteOf(keys), run }
}

function noteOf(keys: readonly string[]): string {
  return keys.join(' ')
}

function useCommandGroups(onShowKeys: () => void, found: readonly KeptRecipe[]): CommandGroup[] {
  const { shell, actions, models: words, recipes: recipeWords } = useWords()
  const { router, recipes, studio, shownResult } = useAtelier()
  const { subject } = useStore(shownResult)
  const onResult = useActions(subject).filter(({ isAvailable }) => isAvailable)
  const models = useCatalog((state) => state.models) ?? []
  const isPaused = useStudio(({ status }) => status?.hold?.reason === 'paused')
  const pauseWords = isPaused ? shell.palette.resume : shell.palette.pause
  const pauseOrResume = {
    value: pauseWords,
    label: pauseWords,
    terms: '',
    note: null,
    run: () => void (isPaused ? studio.resume() : studio.pause()),
  }
  const toCommand = ({ recipeId, name, modelId, values }: KeptRecipe): Command => ({
    value: recipeId,
    label: name,
    terms: null,
    note: models.find(({ id }) => id === modelId)?.label ?? recipeWords.unknownModel(modelId),
    run() {
      recipes.offer({ modelId, values, kept: { recipeId, name } })
      router.go('create')
    },
  })
  const themes = ['dark', 'light', 'system'] as const
  return [
    {
      value: shell.palette.screens,
      items: screens.map((screen, index) => ({
        value: shell.screens[screen],
        label: shell.screens[screen],
        terms: '',
        note: noteOf(shownKeys({ key: String(index + 1), mod: true }, shell.keyNames)),
        run: () => router.go(screen),
      })),
    },
    ...(subject ? [{ value: actions.menu(subject.kind), items: onResult.map(toResultCommand) }] : []),
    ...(found.length > 0 ? [{ value: recipeWords.title, items: found.map(toCommand) }] : []),
    {
      value: shell.palette.models,
      items: models
        .filter((model) => model.deprecation?.state !== 'sunset')
        .map((model) => ({
          value: `model ${model.id}`,
          label: model.label,
          terms: `${model.id} ${words.kind(model.kind)} ${model.description ?? ''}`,
          note: words.kind(model.kind),
          run() {
            recipes.offer({ modelId: model.id, values: {} })
            router.go('create')
          },
        })),
    },
    {
      value: shell.palette.actions,
      items: [
        ...themes.map((theme) => ({
          value: shell.palette.theme[theme],
          label: shell.palette.theme[theme],
          terms: '',
          note: null,
          run: () => void studio.changeSettings({ theme }),
        })),
        pauseOrResume,
        { value: shell.keys, label: shell.keys, terms: '', note: '?', run: onShowKeys },
      ],
    },
  ]
}
