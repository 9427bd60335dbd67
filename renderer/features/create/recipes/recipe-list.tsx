import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { KeptRecipe } from '../../../../shared/bridge/recipe-procedures.ts'
import { useHeldFocus } from '../../../ui/use-held-focus.ts'
import { useRecipesDialogWords } from '../../../words/recipes-dialog-words.ts'
import { RecipeRow } from './recipe-row.tsx'
import styles from './recipes-dialog.module.css'
import type { RecipeActions } from './use-recipe-actions.ts'

interface RecipeListProps {
  readonly recipes: readonly KeptRecipe[]
  readonly hasMore: boolean
  readonly onMore: () => Promise<void>
  readonly actions: RecipeActions
  readonly chosen: ReadonlySet<string>
  readonly onToggle: (recipeId: string) => void
  /** The focus leaves the list upwards. */
  readonly onLeave: () => void
}

const rowHeight = 48
const rowsAhead = 4

/** The recipes; only visible rows are rendered, and one of them is a tab stop. */
export function RecipeList(props: RecipeListProps) {
  const { recipes, hasMore, onMore, actions, chosen, onToggle } = props
  const words = useRecipesDialogWords()
  const scroller = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [renaming, setRenaming] = useState<string | null>(null)
  const tabbable = Math.min(current, recipes.length - 1)
  const virtual = useVirtualizer({
    count: recipes.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
    rangeExtractor: (range) =>
      [...new Set([tabbable, ...defaultRangeExtractor(range)])].sort((left, right) => left - right),
  })
  const rows = virtual.getVirtualItems()
  const last = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && last >= recipes.length - 1 - rowsAhead) void onMore()
  }, [hasMore, last, recipes.length, onMore])

  function moveTo(index: number) {
    const to = Math.max(0, Math.min(index, recipes.length - 1))
    setCurrent(to)
    virtual.scrollToIndex(to, { align: 'auto' })
    requestAnimationFrame(() => focusRow(to))
  }

  function focusRow(index: number) {
    scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"] [data-main]`)?.focus()
  }

  const press = useListKeys({ ...props, current: tabbable, moveTo, onRename: setRenaming })
  const held = useHeldFocus(recipes, idOf, tabbable, moveTo)
  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows come and go, so the list's parts are given their roles. */}
      <div
        role="list"
        aria-label={words.list}
        className={styles.rows}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={press}
        onFocus={held.onFocus}
        onBlur={held.onBlur}
      >
        {rows.map(({ key, index, start }) => {
          const recipe = recipes[index]
          return (
            recipe && (
              <RecipeRow
                key={key}
                recipe={recipe}
                index={index}
                size={hasMore ? -1 : recipes.length}
                top={start}
                isCurrent={index === tabbable}
                isChosen={chosen.has(recipe.recipeId)}
                isRenaming={recipe.recipeId === renaming}
                actions={actions}
                onFocus={() => setCurrent(index)}
                onToggle={() => onToggle(recipe.recipeId)}
                onRename={() => setRenaming(recipe.recipeId)}
                onRenamed={(name, isLeaving) => {
                  // Closes the name field at once, so that the focus moves from it to the row and nowhere else.
                  flushSync(() => setRenaming(null))
                  if (!isLeaving) focusRow(index)
                  if (name !== null && name !== recipe.name) actions.rename(recipe, name)
                }}
              />
            )
          )
        })}
      </div>
    </div>
  )
}

const far = Number.MAX_SAFE_INTEGER

/** How many rows each key moves. */
const steps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -far,
  End: far,
}

interface ListKeys extends RecipeListProps {
  readonly current: number
  readonly moveTo: (index: number) => void
  readonly onRename: (recipeId: string) => void
}

function useListKeys({ recipes, actions, onLeave, current, moveTo, onRename }: ListKeys) {
  return (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') return
    const recipe = recipes[current]
    const step = steps[event.key]
    if (step !== undefined) {
      if (event.key === 'ArrowUp' && current === 0) onLeave()
      else moveTo(current + step)
    } else if (recipe && event.key === 'F2') onRename(recipe.recipeId)
    else if (recipe && event.key === 'Delete') actions.remove(recipe)
    else return
    event.preventDefault()
  }
}

function idOf({ recipeId }: KeptRecipe): string {
  return recipeId
}
