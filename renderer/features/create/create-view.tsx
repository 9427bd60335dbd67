import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { useIntake } from '../../forms/intake-context.tsx'
import { useAtelier, useCatalog } from '../../shell/atelier-context.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useNotify } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'
import styles from './create-view.module.css'
import { chooseFirstModel } from './first-draft.ts'
import type { FormModel } from './form-store.ts'
import { OfferDialog } from './offer-dialog.tsx'
import { RunAnnouncer } from './run-announcer.tsx'
import { RunForm } from './run-form.tsx'
import { RunList } from './run-list.tsx'
import type { RunsModel } from './runs-store.ts'
import { Stage } from './stage.tsx'
import { usePasteAnywhere } from './use-paste-anywhere.ts'

interface CreateViewProps {
  readonly form: FormModel
  readonly runs: RunsModel
}

/** Where things are made: the form, the result, and the runs. */
export function CreateView({ form, runs }: CreateViewProps) {
  const { create } = useWords()
  useFirstModel(form)
  useRecipes(form)
  usePasteAnywhere(useIntake())
  useKeys([
    { key: '[', run: () => runs.step(-1) },
    { key: ']', run: () => runs.step(1) },
  ])

  async function generate() {
    const confirmed = await form.generate()
    if (confirmed.length > 0) runs.add(confirmed)
  }

  return (
    <div className={styles.create}>
      <h1 className="visually-hidden">{create.title}</h1>
      <RunForm form={form} onGenerate={() => void generate()} />
      <div className={styles.results}>
        <Stage runs={runs} />
        <RunList runs={runs} />
      </div>
      <RunAnnouncer runs={runs} />
      <OfferDialog form={form} />
    </div>
  )
}

/** Opens the last model again; a newcomer's form begins with a prompt that is worth a click. */
function useFirstModel(form: FormModel) {
  const { create } = useWords()
  const models = useCatalog((state) => state.models)
  const { recipes } = useAtelier()
  useEffect(() => {
    if (!models || recipes.store.getState().recipe) return
    const { modelId, detail } = form.store.getState()
    if (detail) {
      void form.reload()
      return
    }
    if (modelId && models.some((model) => model.id === modelId)) {
      void form.choose(modelId)
      return
    }
    const first = chooseFirstModel(models)
    if (first) void form.restore(first.id, { prompt: create.examplePrompt })
  }, [models, form, recipes, create])
}

/** Takes what another screen laid out for the form. */
function useRecipes(form: FormModel) {
  const { create, fields } = useWords()
  const { recipes } = useAtelier()
  const notify = useNotify()
  const recipe = useStore(recipes.store, (state) => state.recipe)
  const [taken] = useState(() => new WeakSet<object>())
  useEffect(() => {
    if (!recipe || taken.has(recipe)) return
    taken.add(recipe)
    recipes.take()
    if (Object.keys(recipe.values).length === 0) {
      void form.choose(recipe.modelId)
      return
    }
    void form.restore(recipe.modelId, recipe.values).then((fitted) => {
      if (!fitted) return
      const dropped = fitted.dropped.map((name) => fields.label(name, null))
      notify(dropped.length > 0 ? create.settingsDropped(dropped.join(', ')) : create.settingsBack)
    })
  }, [recipe, recipes, form, notify, create, fields, taken])
}
