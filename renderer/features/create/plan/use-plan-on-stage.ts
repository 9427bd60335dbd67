import { useEffect } from 'react'
import { lengthOf } from '../../../sheets/place-in-sheet.ts'
import type { FormStore } from '../composer/form-store.ts'
import type { RunsStore } from '../runs/runs-store.ts'

/**
 * Shows the plan on the stage once the person changes how many runs Generate makes, or what they compare. A plan
 * that was there when the form was opened isn't news.
 */
export function usePlanOnStage(form: FormStore, runs: RunsStore): void {
  useEffect(() => {
    let last = shapeOfPlan(form)
    return form.store.subscribe(() => {
      const now = shapeOfPlan(form)
      if (now === null || now === last) return
      const isFirst = last === null
      last = now
      if (!isFirst) runs.showPlan(isPlan(form))
    })
  }, [form, runs])
}

/** Whether Generate would make several runs. */
export function isPlan(form: FormStore): boolean {
  return (form.plan()?.count ?? 0) > 1
}

/** Null while the form is being read. */
function shapeOfPlan(form: FormStore): string | null {
  const plan = form.plan()
  if (!plan) return null
  const { axes } = form.store.getState()
  const compared = axes?.map((axis) => [axis.kind === 'field' ? axis.field : null, lengthOf(axis)])
  return JSON.stringify([compared ?? null, plan.count])
}
