import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { isListOfPrompts } from '../../../sheets/sheet-words.ts'
import { useCatalog, useStudio } from '../../../shell/atelier-context.tsx'
import { useKeys } from '../../../shell/keys.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { partOnDemand, usePreloadWhenIdle } from '../../../ui/on-demand.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { hasProblems } from '../composer/form-state.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { ListStore } from '../list/list-store.ts'
import type { RecipesStore } from '../recipes/recipes-store.ts'
import { stepOfArrow } from '../runs/arrow-steps.ts'
import { isGrid } from '../runs/fold-sheets.ts'
import { promptOf } from '../runs/run-phase.ts'
import { batchOf, isPlanShown, selectedRun } from '../runs/runs-state.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { hasSampleOf } from '../samples/samples.ts'
import type { RetryStore } from './retry-store.ts'
import styles from './stage.module.css'

const SheetStage = partOnDemand(async () => (await import('./sheet-stage.tsx')).SheetStage)
const RunStage = partOnDemand(async () => (await import('./run-stage.tsx')).RunStage)
const SampleGrid = partOnDemand(async () => (await import('../samples/sample-grid.tsx')).SampleGrid)
const PlanStage = partOnDemand(async () => (await import('../plan/plan-stage.tsx')).PlanStage)
const partsToPreload = [RunStage, SheetStage, PlanStage]

interface StageProps {
  readonly runs: RunsStore
  readonly retries: RetryStore
  readonly form: FormStore
  readonly recipes: RecipesStore
  readonly list: ListStore
}

/** The chosen run, large: its result, its progress, or why there is none. */
export function Stage({ runs, retries, form, list, recipes }: StageProps) {
  const { create } = useWords()
  const state = useStore(runs.store)
  const run = selectedRun(state)
  const batch = run ? batchOf(state, run) : []
  const isSheet = isGrid(batch)
  const isLarge = isSheet && run?.batchId === state.largeBatchId && !state.showsPlan
  const plan = useStore(form.store, form.plan)
  const axes = useStore(form.store, (one) => one.axes)
  const listed = useStore(list.store, ({ planned }) => planned)
  const showsPlan = plan !== null && plan.count > 1 && isPlanShown(state)
  const leave = () => {
    if (run) runs.showSheet(run.batchId)
  }
  const leavePlan = () => runs.showPlan(false)
  useKeys([{ key: 'Escape', run: leave }], isLarge)
  useKeys([{ key: 'Escape', run: leavePlan }], showsPlan)
  const kept = useFocusOnStage(isLarge)
  usePreloadWhenIdle(partsToPreload)
  return (
    <section
      {...kept}
      data-stage
      tabIndex={-1}
      aria-label={create.stage}
      className={styles.stage}
      onKeyDown={enterSheet}
    >
      {listed.length > 1 ? (
        <PlanStage
          form={form}
          isList={isListOfPrompts(listed)}
          plan={{ runs: listed, count: listed.length }}
          axes={null}
          side={state.cellSide}
          known={state.runs ?? []}
          onLeave={null}
        />
      ) : showsPlan ? (
        <PlanStage
          form={form}
          isList={false}
          plan={plan}
          axes={axes}
          side={state.cellSide}
          known={state.runs ?? []}
          leaveWords={create.plan.leave[run ? 'toRuns' : 'toNothing']}
          onLeave={leavePlan}
        />
      ) : run && isSheet && !isLarge ? (
        <SheetStage key={run.batchId} run={run} batch={batch} runs={runs} retries={retries} />
      ) : run ? (
        <RunStage
          key={run.batchId}
          run={run}
          runs={runs}
          retries={retries}
          batch={batch}
          onLeave={isLarge ? leave : null}
        />
      ) : (
        state.runs !== null && <NothingYet form={form} recipes={recipes} />
      )}
    </section>
  )
}

/** From the stage itself an arrow or Enter leads to the chosen cell of its sheet. */
function enterSheet(event: KeyboardEvent<HTMLElement>) {
  if (event.target !== event.currentTarget || (event.key !== 'Enter' && stepOfArrow(event) === 0)) return
  const cell = event.currentTarget.querySelector<HTMLElement>('[data-run][aria-current="true"]')
  if (!cell) return
  event.preventDefault()
  cell.focus()
}

/**
 * Where the focus moves when its element has left the stage, the most likely target first; else to the stage
 * itself.
 */
const nextInFocus = ['[data-run][aria-current="true"]', '[data-back]']

/** Moves the focus on when its element was replaced: an opened cell, a button that did its work. */
function useFocusOnStage(isLarge: boolean) {
  const stage = useRef<HTMLElement>(null)
  const held = useRef<Element | null>(null)
  const wasLarge = useRef(false)
  useEffect(() => {
    const isGone = held.current?.isConnected === false || (wasLarge.current && !isLarge)
    wasLarge.current = isLarge
    if (!isGone || document.activeElement !== document.body) return
    held.current = null
    const next = nextInFocus.map((selector) => stage.current?.querySelector<HTMLElement>(selector))
    const place = next.find((element) => element) ?? stage.current
    place?.focus()
  })
  return {
    ref: stage,
    onFocus(event: FocusEvent) {
      held.current = event.target
    },
    onBlur(event: FocusEvent) {
      if (event.relatedTarget) held.current = null
    },
  }
}

/** Before the first run: what one could begin with, else what a click would make of the form's content. */
function NothingYet({ form, recipes }: Pick<StageProps, 'form' | 'recipes'>) {
  const { create } = useWords()
  const hasSample = useCatalog(({ models }) => models?.some(hasSampleOf) ?? false)
  const kind = useStore(form.store, ({ detail }) => detail?.kind ?? null)
  const hasPrompt = useStore(form.store, ({ values }) => promptOf({ values }).trim() !== '')
  const modelId = useStore(form.store, ({ detail }) => detail?.id)
  const model = useCatalog(({ models }) => models?.find(({ id }) => id === modelId))
  const hasEnded = model?.deprecation?.state === 'sunset'
  const lacksMore = useStore(form.store, (state) => hasPrompt && hasProblems(state))
  const takesPrompt = hasPrompt || (model?.fieldNames.includes('prompt') ?? true)
  const prompt = takesPrompt && !lacksMore ? hasPrompt : null
  const canMake = useStudio(({ status }) => status?.service.failure == null)
  // Nothing can be made with a model that has ended.
  const body = kind && canMake && !hasEnded ? create.emptyBody(kind, prompt) : null
  if (hasSample && canMake) return <SampleGrid form={form} recipes={recipes} hint={body} />
  return <EmptyState title={create.emptyTitle} body={body} />
}
