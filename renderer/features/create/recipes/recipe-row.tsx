import { Ellipsis, Pin } from 'lucide-react'
import { useState } from 'react'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { useCatalog } from '../../../shell/atelier-context.tsx'
import { useKnownLabel } from '../../../shell/use-known-label.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { type RecipesDialogWords, useRecipesDialogWords } from '../../../words/recipes-dialog-words.ts'
import styles from './recipes-dialog.module.css'
import type { RecipeActions } from './use-recipe-actions.ts'

interface RecipeRowProps {
  readonly recipe: KeptRecipe
  readonly index: number
  /** The total; -1 while unknown. */
  readonly size: number
  readonly top: number
  /** Whether it is the tab stop. */
  readonly isCurrent: boolean
  readonly isChosen: boolean
  readonly isRenaming: boolean
  readonly actions: RecipeActions
  readonly onFocus: () => void
  readonly onToggle: () => void
  readonly onRename: () => void
  /** The new name, or null where unchanged; and whether the focus has already moved elsewhere. */
  readonly onRenamed: (name: string | null, isLeaving: boolean) => void
}

/**
 * One recipe: a click uses it. Its other actions are shown only with focus or hover: buttons for all rows would
 * be most of the cost of scrolling.
 */
export function RecipeRow(props: RecipeRowProps) {
  const { recipe, index, size, top, isCurrent, isChosen, isRenaming, actions } = props
  const words = useRecipesDialogWords()
  const { name, isPinned } = recipe
  const tabIndex = isCurrent ? 0 : -1
  const [isUnderPointer, setIsUnderPointer] = useState(false)
  const isUnusable = useCatalog(({ models }) => {
    const model = models?.find(({ id }) => id === recipe.modelId)
    return models !== null && (!model || model.deprecation?.state === 'sunset')
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list around it comes and goes by rows.
    <div
      role="listitem"
      aria-setsize={size}
      aria-posinset={index + 1}
      data-index={index}
      data-chosen={isChosen || undefined}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      onFocus={props.onFocus}
      onPointerEnter={() => setIsUnderPointer(true)}
      onPointerLeave={() => setIsUnderPointer(false)}
    >
      <input
        type="checkbox"
        className={styles.choose}
        aria-label={words.choose(name)}
        tabIndex={tabIndex}
        checked={isChosen}
        onChange={props.onToggle}
      />
      {isRenaming ? (
        <NameLine name={name} onDone={props.onRenamed} />
      ) : (
        <button
          type="button"
          data-main=""
          className={styles.use}
          tabIndex={tabIndex}
          onClick={() => actions.use(recipe)}
        >
          <span data-verbatim className={styles.name}>
            {name}
          </span>
          <RecipeNote recipe={recipe} />
        </button>
      )}
      {isCurrent || isUnderPointer ? (
        <span className={styles.actions} data-pinned={isPinned || undefined}>
          <IconButton
            label={isPinned ? words.unpin(name) : words.pin(name)}
            icon={<Pin className={isPinned ? styles.pinned : undefined} />}
            tabIndex={tabIndex}
            onClick={() => actions.pin(recipe)}
          />
          <Menu
            label={words.more(name)}
            icon={<Ellipsis />}
            items={[
              { label: words.rename, run: props.onRename },
              ...(isUnusable ? [{ label: words.moveOn, run: () => actions.moveOn(recipe) }] : []),
              { label: words.exportOne, run: () => actions.exportThese([recipe]) },
              { label: words.remove, run: () => actions.remove(recipe) },
            ]}
          />
        </span>
      ) : (
        isPinned && (
          <span className={styles.mark}>
            <Pin role="img" aria-label={words.pinned} className={styles.pinned} />
          </span>
        )
      )}
    </div>
  )
}

/** The model, and the start of the prompt. */
function RecipeNote({ recipe: { modelId, values } }: { readonly recipe: KeptRecipe }) {
  const words = useRecipesDialogWords()
  const models = useCatalog((state) => state.models)
  const model = models?.find(({ id }) => id === modelId)
  const label = useKnownLabel(modelId)
  const prompt = typeof values.prompt === 'string' ? values.prompt : ''
  const isUsable = model !== undefined && model.deprecation?.state !== 'sunset'
  return (
    <span className={styles.note}>
      <span className={isUsable || !models ? undefined : styles.ended}>
        {modelWords(model, { modelId, label, isRead: models !== null }, words)}
      </span>
      {prompt && ` · ${prompt}`}
    </span>
  )
}

function modelWords(
  model: { readonly label: string; readonly deprecation: { readonly state: string } | null } | undefined,
  { modelId, label, isRead }: { modelId: string; label: string; isRead: boolean },
  { unknownModel, ended, lacking }: RecipesDialogWords,
): string {
  if (!model) return isRead && label !== modelId ? lacking(label) : unknownModel(modelId)
  return model.deprecation?.state === 'sunset' ? ended(model.label) : model.label
}

interface NameLineProps {
  readonly name: string
  readonly onDone: (name: string | null, isLeaving: boolean) => void
}

/** Enter and blur keep the text; Escape doesn't. */
function NameLine({ name, onDone }: NameLineProps) {
  const words = useRecipesDialogWords()
  const [text, setText] = useState(name)
  const written = text.trim() === '' ? null : text.trim()
  return (
    <span className={styles.rename}>
      <TextInput
        ref={focusAndSelect}
        aria-label={words.newName(name)}
        value={text}
        maxLength={200}
        onChange={setText}
        onBlur={({ relatedTarget }) => relatedTarget && onDone(written, true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          onDone(event.key === 'Enter' ? written : null, false)
        }}
      />
    </span>
  )
}

function focusAndSelect(input: HTMLInputElement | null) {
  input?.focus()
  input?.select()
}
