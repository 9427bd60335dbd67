import { useEffect, useState } from 'react'
import layer from '../../../ui/drop-layer.module.css'
import { joinClasses } from '../../../ui/join-classes.ts'
import { useRecipesDialogWords } from '../../../words/recipes-dialog-words.ts'
import { isRecipeFile, mayHoldRecipes } from './recipe-files.ts'
import type { RecipesStore } from './recipes-store.ts'
import { useRecipeActions } from './use-recipe-actions.ts'

/**
 * A browser fires an event every half second while a drag continues; it doesn't always fire one when it ended
 * outside.
 */
const idleTimeoutMs = 1500

/** Takes a recipe file dropped anywhere on the window, before any media field does. */
export function RecipeDrop({ recipes }: { readonly recipes: RecipesStore }) {
  const words = useRecipesDialogWords()
  const { importFiles } = useRecipeActions(recipes)
  const [hovering, setHovering] = useState(false)

  useEffect(() => {
    const over = new AbortController()
    const options = { signal: over.signal, capture: true }
    let silence: ReturnType<typeof setTimeout> | undefined
    function end() {
      clearTimeout(silence)
      setHovering(false)
    }
    function hold(event: DragEvent) {
      if (!event.dataTransfer || !bringsRecipes(event.dataTransfer) || isTakenElsewhere(event)) return end()
      take(event)
      event.dataTransfer.dropEffect = 'copy'
      clearTimeout(silence)
      silence = setTimeout(end, idleTimeoutMs)
      setHovering(true)
    }
    function drop(event: DragEvent) {
      end()
      const { dataTransfer } = event
      if (!dataTransfer || isTakenElsewhere(event)) return
      if (!bringsRecipes(dataTransfer) && !areRecipes(dataTransfer)) return
      take(event)
      importFiles([...dataTransfer.files])
    }
    window.addEventListener('dragenter', hold, options)
    window.addEventListener('dragover', hold, options)
    window.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && end(), options)
    window.addEventListener('drop', drop, options)
    return () => {
      clearTimeout(silence)
      over.abort()
    }
  }, [importFiles])

  if (!hovering) return null
  return (
    <div className={joinClasses(layer.layer, layer.over)}>
      <p className={layer.title}>{words.dropTitle}</p>
      <p className={layer.body}>{words.dropBody}</p>
    </div>
  )
}

function take(event: DragEvent) {
  event.preventDefault()
  event.stopPropagation()
}

/** A target that reads files itself, such as one for lists. */
function isTakenElsewhere({ target }: DragEvent): boolean {
  return target instanceof Element && target.closest('[data-takes-files]') !== null
}

/** Once they are dropped their names are known, too. */
function areRecipes({ files }: DataTransfer): boolean {
  return files.length > 0 && [...files].every(({ name }) => isRecipeFile(name))
}

/** JSON files only: a browser reveals their types during the drag. */
function bringsRecipes({ items }: DataTransfer): boolean {
  const files = [...items].filter(({ kind }) => kind === 'file')
  return files.length > 0 && files.every(({ type }) => mayHoldRecipes(type))
}
