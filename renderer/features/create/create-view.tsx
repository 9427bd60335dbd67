import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { useIntakeState } from '../../forms/intake-context.tsx'
import { useAtelier, useCatalog, useStudio } from '../../shell/atelier-context.tsx'
import { useCommand } from '../../shell/use-command.ts'
import { dialogOnDemand, layerOnDemand, usePreloadWhenIdle } from '../../ui/on-demand.tsx'
import { useFormUndo } from '../../ui/toaster.tsx'
import { useWords } from '../../words/words-context.tsx'
import type { Values } from './composer/draft.ts'
import type { FormStore } from './composer/form-store.ts'
import { openLast } from './composer/open-last.ts'
import type { RunConfirmation } from './composer/run-confirmation.ts'
import styles from './create-view.module.css'
import type { ListStore } from './list/list-store.ts'
import type { MediaStore } from './media/media-store.ts'
import { useCancelOffer } from './media/use-cancel-offer.ts'
import type { ModelUsesStore } from './models/model-uses-store.ts'
import { useChooseModel } from './models/use-choose-model.ts'
import type { PromptsStore } from './prompts/prompts-store.ts'
import { sayDraft } from './recipes/open-model.ts'
import type { RecipesStore } from './recipes/recipes-store.ts'
import type { RetryStore } from './result/retry-store.ts'
import { Stage } from './result/stage.tsx'
import { RunForm } from './run-form.tsx'
import { RunList } from './runs/run-list.tsx'
import type { RunsStore } from './runs/runs-store.ts'
import { useLeaveForm } from './use-leave-form.ts'

const CeilingDialog = dialogOnDemand(async () => (await import('./form/ceiling-dialog.tsx')).CeilingDialog)
const OfferDialog = dialogOnDemand(async () => (await import('./media/offer-dialog.tsx')).OfferDialog)
const RecipesDialog = dialogOnDemand(async () => (await import('./recipes/recipes-dialog.tsx')).RecipesDialog)
const RunAnnouncer = layerOnDemand(async () => (await import('./runs/run-notices.tsx')).RunAnnouncer)
const PlanButton = layerOnDemand(async () => (await import('./plan/plan-button.tsx')).PlanButton)
const ResultsLayer = layerOnDemand(async () => (await import('./result/results-layer.tsx')).ResultsLayer)
const OfferedLayer = layerOnDemand(async () => (await import('./recipes/offered-layer.tsx')).OfferedLayer)
const EndedLayer = layerOnDemand(async () => (await import('./models/ended-layer.tsx')).EndedLayer)
const dialogsToPreload = [CeilingDialog, RecipesDialog, OfferDialog]

interface CreateViewProps {
  readonly form: FormStore
  readonly list: ListStore
  readonly runs: RunsStore
  readonly retries: RetryStore
  readonly recipes: RecipesStore
  readonly media: MediaStore
  readonly prompts: PromptsStore
  readonly uses: ModelUsesStore
}

/** The Create screen: the form, the result, and the runs. */
export function CreateView({ form, list, runs, retries, recipes, media, prompts, uses }: CreateViewProps) {
  const { create } = useWords()
  useFirstModel(form, recipes)
  const choose = useChooseModel(form, recipes)
  const cancelOffer = useCancelOffer()
  usePreloadWhenIdle(dialogsToPreload)
  const undoNotes = useFormUndo()
  const screen = useRef<HTMLDivElement>(null)
  const results = useRef<HTMLDivElement>(null)
  useLeaveForm(screen, results)
  useCommand('recipes', () => recipes.show())
  useCommand('saveRecipe', () => recipes.show('save'))

  /** The form can be changed while it is being sent: only what is noted by now is sent. */
  async function send(sending: Promise<readonly SubmissionView[]>) {
    const settleSent = undoNotes.beginSending()
    const confirmed = await sending
    if (confirmed.length === 0) return
    recipes.say(null)
    settleSent()
    runs.add(confirmed)
  }

  return (
    <div ref={screen} className={styles.create}>
      <h1 className="visually-hidden">{create.title}</h1>
      <RunForm
        form={form}
        list={list}
        recipes={recipes}
        media={media}
        prompts={prompts}
        uses={uses}
        planButton={<PlanButton form={form} runs={runs} />}
        onChooseModel={choose}
        onGenerate={() => void send(form.generate())}
        onSend={(sending) => void send(sending)}
      />
      <div ref={results} className={styles.results}>
        <Stage runs={runs} retries={retries} form={form} list={list} recipes={recipes} />
        <RunList runs={runs} />
      </div>
      <ResultsLayer runs={runs} retries={retries} />
      <RunAnnouncer runs={runs} />
      <EndedLayer
        form={form}
        list={list}
        recipes={recipes}
        uses={uses}
        onSend={(sending) => void send(sending)}
      />
      <OfferedLayer form={form} recipes={recipes} onChooseModel={choose} onVary={retries.vary} />
      <OfferDialog
        wanted={useIntakeState(({ offer }) => offer !== null)}
        onCancel={cancelOffer}
        form={form}
        media={media}
        onChooseModel={(modelId) => choose(modelId, false)}
      />
      <RecipesDialog
        wanted={useStore(recipes.store, ({ open }) => open)}
        onCancel={recipes.hide}
        recipes={recipes}
        form={form}
      />
      <Ceiling
        confirmation={form.confirmation}
        nextFocus={() => screen.current?.querySelector('[data-generate]') ?? null}
      />
      <Ceiling
        confirmation={retries.confirmation}
        nextFocus={() => results.current?.querySelector('[data-stage]') ?? null}
      />
    </div>
  )
}

interface CeilingProps {
  readonly confirmation: RunConfirmation
  readonly nextFocus: () => HTMLElement | null
}

function Ceiling({ confirmation, nextFocus }: CeilingProps) {
  const wanted = useStore(confirmation.store, ({ question }) => question !== null)
  return (
    <CeilingDialog
      wanted={wanted}
      onCancel={confirmation.decline}
      confirmation={confirmation}
      nextFocus={nextFocus}
    />
  )
}

/** Opens the last model again; a new user's form starts with an example prompt. */
function useFirstModel(form: FormStore, recipes: RecipesStore) {
  const { create } = useWords()
  const models = useCatalog((state) => state.models)
  // Before that, the service may still describe what the form's model accepts.
  const isSettled = useStudio(
    ({ status }) => status !== null && (status.service.baseUrl !== '' || status.service.failure !== null),
  )
  const { recipes: table, catalog } = useAtelier()
  useEffect(() => {
    if (!models || table.store.getState().recipe) return
    const isOpen = form.store.getState().detail !== null
    const deps = {
      form,
      models,
      prompt: create.examplePrompt,
      onGone: (modelId: string, values: Values) =>
        recipes.say({ kind: 'unusable', recipe: { modelId, values }, model: null, isDraft: true }),
    }
    const opened = isOpen ? form.reload() : openLast(deps, isSettled ? catalog.detail : null)
    if (!isSettled) return
    void opened.then((restored) => {
      const { modelId } = form.store.getState()
      if (!restored || modelId === null) return
      form.acceptDraft()
      sayDraft({ recipes, models }, { modelId, restored, undo: null })
    })
  }, [models, isSettled, form, recipes, table, catalog, create])
}
