import { Search, Upload } from 'lucide-react'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useRecipesDialogWords } from '../../../words/recipes-dialog-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { freeName, suggestName } from './recipe-files.ts'
import { RecipeList } from './recipe-list.tsx'
import styles from './recipes-dialog.module.css'
import { isSameName, type RecipesStore } from './recipes-store.ts'
import { type RecipeActions, useRecipeActions } from './use-recipe-actions.ts'

interface RecipesDialogProps {
  readonly recipes: RecipesStore
  readonly form: FormStore
}

/** The kept recipes: search, use, rename, pin, delete, import, export; and saving the form's settings as one. */
export function RecipesDialog({ recipes: recipesStore, form }: RecipesDialogProps) {
  const words = useRecipesDialogWords()
  const open = useStore(recipesStore.store, (state) => state.open)
  return (
    <Dialog open={open} onClose={recipesStore.hide} title={words.title} wide>
      <Body recipes={recipesStore} form={form} />
    </Dialog>
  )
}

function Body({ recipes: recipesStore, form }: RecipesDialogProps) {
  const words = useRecipesDialogWords()
  const { recipes, search, purpose } = useStore(recipesStore.store)
  const actions = useRecipeActions(recipesStore)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const nameLine = useRef<HTMLInputElement>(null)
  const searchLine = useRef<HTMLInputElement>(null)
  // The dialog is not positioned yet: without this the browser would scroll the page to it.
  useEffect(() => {
    const named = purpose === 'save' ? nameLine.current : null
    const first = named ?? searchLine.current
    first?.focus({ preventScroll: true })
  }, [purpose])
  const list = useRef<HTMLDivElement>(null)

  function toggle(recipeId: string) {
    const next = new Set(chosen)
    if (!next.delete(recipeId)) next.add(recipeId)
    setChosen(next)
  }

  return (
    <>
      <SaveLine recipes={recipesStore} form={form} line={nameLine} />
      <TextInput
        type="search"
        ref={searchLine}
        aria-label={words.search}
        placeholder={words.search}
        icon={<Search />}
        value={search}
        onChange={recipesStore.search}
        onKeyDown={(event) => {
          const first = list.current?.querySelector<HTMLElement>('[data-main]')
          if (event.key === 'Enter') first?.click()
          else if (event.key === 'ArrowDown') first?.focus()
          else return
          event.preventDefault()
        }}
      />
      <div ref={list} className={styles.list} data-choosing={chosen.size > 0 || undefined}>
        <Listed
          recipesStore={recipesStore}
          actions={actions}
          chosen={chosen}
          onToggle={toggle}
          onLeave={() => searchLine.current?.focus()}
        />
      </div>
      <Foot
        actions={actions}
        chosen={recipes?.filter(({ recipeId }) => chosen.has(recipeId)) ?? []}
        hasAny={search !== '' || (recipes?.length ?? 0) > 0}
        onChooseNone={() => setChosen(new Set())}
      />
    </>
  )
}

interface ListedProps {
  readonly recipesStore: RecipesStore
  readonly actions: RecipeActions
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (recipeId: string) => void
  readonly onLeave: () => void
}

/** The list, or why there is none. */
function Listed({ recipesStore, ...list }: ListedProps) {
  const { failures, shell } = useWords()
  const words = useRecipesDialogWords()
  const { recipes, nextCursor, search, failure } = useStore(recipesStore.store)
  if (failure) {
    return (
      <EmptyState
        title={words.failed}
        body={failures.sentence(failure)}
        action={<Button onClick={() => void recipesStore.refresh()}>{shell.retry}</Button>}
      />
    )
  }
  if (!recipes) {
    return (
      <div className={styles.loading}>
        <Skeleton height={36} />
        <Skeleton height={36} />
        <Skeleton height={36} />
      </div>
    )
  }
  if (recipes.length > 0)
    return (
      <RecipeList {...list} recipes={recipes} hasMore={nextCursor !== null} onMore={recipesStore.loadMore} />
    )
  return search === '' ? (
    <EmptyState title={words.empty} body={words.emptyBody} />
  ) : (
    <EmptyState title={words.nothingFound} />
  )
}

interface SaveLineProps extends RecipesDialogProps {
  readonly line: RefObject<HTMLInputElement | null>
}

/** Saves the form's settings under a name; a suggestion comes from the prompt. */
function SaveLine({ recipes: recipesStore, form, line }: SaveLineProps) {
  const { failures } = useWords()
  const words = useRecipesDialogWords()
  const notify = useNotify()
  const { modelId, values } = useStore(form.store)
  const models = useCatalog((state) => state.models)
  const label = models?.find(({ id }) => id === modelId)?.label ?? ''
  const [name, setName] = useState<string | null>(null)
  const id = useId()
  const listed = useStore(recipesStore.store, ({ recipes }) => recipes) ?? []
  const isTaken = (one: string) => listed.some((kept) => isSameName(kept.name, one))
  const shown = name ?? freeName(suggestName(values.prompt, label), isTaken)
  if (modelId === null) return null

  async function save(recipesStore: RecipesStore, modelId: string) {
    const result = await recipesStore.saveAs({ name: shown.trim(), modelId, values, isPinned: false })
    if (!result.ok) return notify(failures.sentence(result.error), 'danger')
    setName(null)
    const { saved, before } = result.value
    if (before === null) return notify(words.saved(saved.name))
    notify(words.replaced(saved.name), 'calm', {
      label: words.undo,
      run: () => void recipesStore.bringBack(before),
    })
  }

  return (
    <form
      className={styles.save}
      onSubmit={(event) => {
        event.preventDefault()
        if (shown.trim() !== '') void save(recipesStore, modelId)
      }}
    >
      <div className={styles.saveName}>
        <label htmlFor={id} className={styles.caption}>
          {words.saveAs}
        </label>
        <TextInput
          ref={line}
          id={id}
          value={shown}
          maxLength={200}
          onChange={setName}
          onFocus={(event) => event.target.select()}
        />
      </div>
      <Button type="submit" disabled={shown.trim() === ''} focusableWhenDisabled>
        {isTaken(shown) ? words.replace : words.save}
      </Button>
    </form>
  )
}

interface FootProps {
  readonly actions: RecipeActions
  readonly chosen: Parameters<RecipeActions['exportThese']>[0] & object
  readonly hasAny: boolean
  readonly onChooseNone: () => void
}

function Foot({ actions, chosen, hasAny, onChooseNone }: FootProps) {
  const words = useRecipesDialogWords()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <footer className={styles.foot}>
      <input
        ref={picker}
        hidden
        type="file"
        accept=".json,.atelier-recipe,application/json"
        multiple
        onChange={(event) => {
          actions.importFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <Button icon={<Upload />} onClick={() => picker.current?.click()}>
        {words.import}
      </Button>
      <span className={styles.space} />
      {chosen.length > 0 && (
        <>
          <Button look="quiet" onClick={onChooseNone}>
            {words.chooseNone}
          </Button>
          <Button onClick={() => actions.exportThese(chosen)}>{words.exportChosen(chosen.length)}</Button>
        </>
      )}
      {chosen.length === 0 && hasAny && (
        <Button onClick={() => actions.exportThese(null)}>{words.exportAll}</Button>
      )}
    </footer>
  )
}
