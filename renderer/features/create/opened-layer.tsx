import { useEffect, useRef, useState } from 'react'
import type { Opened } from '../../../shared/bridge/desktop-procedures.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { createDesktopLink } from '../../shell/desktop-link.ts'
import { useNotify } from '../../ui/toaster.tsx'
import { useRecipesDialogWords } from '../../words/recipes-dialog-words.ts'
import type { RecipesStore } from './recipes/recipes-store.ts'
import { useRecipeActions } from './recipes/use-recipe-actions.ts'
import type { RunsStore } from './runs/runs-store.ts'

interface OpenedLayerProps {
  readonly page: { readonly recipes: RecipesStore; readonly runs: RunsStore }
}

/** Shows what links, files and notifications of the desktop ask for; it sends nothing (DESK20). */
export function OpenedLayer({ page }: OpenedLayerProps) {
  const { bridge, router, recipes } = useAtelier()
  const words = useRecipesDialogWords()
  const notify = useNotify()
  const { importFiles } = useRecipeActions(page.recipes)
  const [link] = useState(() => createDesktopLink(bridge))

  function show(opened: Opened): void {
    if (opened.kind === 'file') router.go('library', opened.fileId)
    else if (opened.kind === 'run') {
      router.go('create')
      page.runs.select(opened.submissionId)
    } else if (opened.kind === 'recipe') {
      const { recipeId, name, modelId, values } = opened.recipe
      recipes.offer({ modelId, values, kept: { recipeId, name } })
      router.go('create')
    } else if (opened.kind === 'recipeFile')
      importFiles([new File([opened.text], opened.name, { type: 'application/json' })])
    else notify(words.notOpened[opened.what], 'danger')
  }
  const latest = useRef(show)
  latest.current = show
  useEffect(
    () =>
      link.onOpened((all) => {
        for (const opened of all) latest.current(opened)
      }),
    [link],
  )
  return null
}
