import { useMemo } from 'react'
import type { WordsOf } from '../../shared/words/words-of.ts'
import { recipesDialog } from './en/recipes-dialog.ts'
import { createPartChoice } from './part-words.ts'
import { useWords, type Words } from './words-context.tsx'

export type RecipesDialogWords = Words['recipes'] & WordsOf<typeof recipesDialog>

const choose = createPartChoice<typeof recipesDialog>(new Map([['en', recipesDialog]]))

/** All words of recipes: those of the dialog, which come with its code, and those that it shares with the form. */
export function useRecipesDialogWords(): RecipesDialogWords {
  const words = useWords()
  return useMemo(() => ({ ...words.recipes, ...choose(words) }), [words])
}
