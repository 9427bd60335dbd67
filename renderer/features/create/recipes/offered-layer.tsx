import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useUndoKey } from '../../../actions/use-undo-key.ts'
import { useAtelier, useCatalog } from '../../../shell/atelier-context.tsx'
import { useFormUndo } from '../../../ui/toaster.tsx'
import { useRestoredWords } from '../../../words/restored-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { openLast } from '../composer/open-last.ts'
import { useOfferedPrompt } from '../prompts/use-offered-prompt.ts'
import { loadOffered } from './load-offered.ts'
import type { RecipesStore } from './recipes-store.ts'
import { useOfferedStyle } from './use-offered-style.ts'
import { useSendAgain, type Vary } from './use-send-again.ts'

interface OfferedLayerProps {
  readonly form: FormStore
  readonly recipes: RecipesStore
  readonly onChooseModel: (modelId: string, keepsRuns?: boolean) => Promise<void>
  /** Sends settings that are offered to be sent at once. */
  readonly onVary: Vary
}

/** Loads what a recipe, another screen or the palette offers to the form, and sends what is offered to be sent. */
export function OfferedLayer(props: OfferedLayerProps): null {
  useUndoKey()
  useLeftModel(props.form)
  useOfferedSettings(props)
  useOfferedPrompt(props.form)
  useOfferedStyle(props.form, props.onChooseModel)
  useForgottenCommand()
  return null
}

function useOfferedSettings({ form, recipes: recipesStore, onChooseModel, onVary }: OfferedLayerProps) {
  const { create } = useWords()
  const words = useRestoredWords()
  const { recipes, catalog, commands } = useAtelier()
  const undoNotes = useFormUndo()
  const models = useCatalog((state) => state.models)
  const offered = useStore(recipes.store, (state) => state.recipe)
  const sendAgain = useSendAgain(onVary)
  const latest = useRef({ onChooseModel, sendAgain })
  latest.current = { onChooseModel, sendAgain }
  useEffect(() => {
    // Already consumed by an earlier run of this effect.
    if (!offered || !models || recipes.consume() !== offered) return
    const { modelId, values, sendAt, from } = offered
    if (sendAt) {
      void latest.current.sendAgain({ modelId, values, ...sendAt }, from)
      return
    }
    recipesStore.say(null)
    if (Object.keys(values).length === 0 && !offered.kept && offered.fileName === undefined) {
      void latest.current.onChooseModel(modelId).then(() => commands.ask('prompt'))
      return
    }
    void loadOffered(
      {
        form,
        recipes: recipesStore,
        models,
        words,
        undoNotes,
        onEmpty: () => void openLast({ form, models, prompt: create.examplePrompt }, catalog.detail),
      },
      offered,
    ).then((isRestored) => {
      // A recipe is chosen in its dialog or the palette, which return the focus.
      if (isRestored && !offered.kept) commands.ask('prompt')
    })
  }, [offered, models, recipes, recipesStore, form, catalog, commands, undoNotes, create, words])
}

/** A change to the form of a model that was left is not undone by its key any more. */
function useLeftModel(form: FormStore) {
  const undoNotes = useFormUndo()
  const modelId = useStore(form.store, (state) => state.modelId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the model is what was left.
  useEffect(() => undoNotes.settleLeft(), [modelId, undoNotes])
}

/** A command that waits, as for a form that is being loaded, is dropped once the person does something else. */
function useForgottenCommand() {
  const { commands } = useAtelier()
  const isWaiting = useStore(commands.store, ({ asked }) => asked !== null)
  useEffect(() => {
    if (!isWaiting) return
    const forget = (event: Event) => {
      if (!(event instanceof KeyboardEvent && event.repeat)) commands.forget()
    }
    window.addEventListener('keydown', forget, { capture: true })
    window.addEventListener('pointerdown', forget, { capture: true })
    return () => {
      window.removeEventListener('keydown', forget, { capture: true })
      window.removeEventListener('pointerdown', forget, { capture: true })
    }
  }, [isWaiting, commands])
}
