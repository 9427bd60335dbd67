import { LayoutGrid } from 'lucide-react'
import { useStore } from 'zustand'
import { IconButton } from '../../../ui/button.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { FormStore } from '../composer/form-store.ts'
import { isPlanShown } from '../runs/runs-state.ts'
import type { RunsStore } from '../runs/runs-store.ts'
import { isPlan, usePlanOnStage } from './use-plan-on-stage.ts'

interface PlanButtonProps {
  readonly form: FormStore
  readonly runs: RunsStore
}

/**
 * Shows on the stage what Generate would make, or the runs again; nothing where that is one run. Once it is there, the
 * plan comes to the stage by itself when it changes.
 */
export function PlanButton({ form, runs }: PlanButtonProps) {
  const { plan: words } = stageWordsOf(useWords())
  useStore(form.store)
  usePlanOnStage(form, runs)
  const state = useStore(runs.store)
  const isShown = isPlanShown(state)
  if (!isPlan(form) || state.runs === null) return null
  return (
    <IconButton
      label={words.show}
      icon={<LayoutGrid />}
      aria-pressed={isShown}
      onClick={() => runs.showPlan(!isShown)}
    />
  )
}
