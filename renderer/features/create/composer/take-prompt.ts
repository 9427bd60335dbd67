import { expandPrompt } from '../../../../shared/prompts/expand-prompt.ts'
import type { MadeOne } from '../../../forms/intake-store.ts'
import type { FormStore } from './form-store.ts'

/**
 * Puts the prompt of a result in the place of the form's where that has choices, so that one result leads to one run
 * (ACT365). Returns whether it did: not where that prompt would make several runs as well.
 */
export function takePrompt(form: Pick<FormStore, 'store' | 'setValue'>, prompt: string): boolean {
  const { values, bracesAreWords } = form.store.getState()
  if (bracesAreWords || !hasChoices(values.prompt) || prompt === '' || hasChoices(prompt)) return false
  form.setValue('prompt', prompt)
  return true
}

/** Has the form make one run and compare nothing (ACT470); returns what it would have made. */
export function makeOne(form: Pick<FormStore, 'store' | 'setRuns' | 'compare'>): MadeOne {
  const { runs, axes } = form.store.getState()
  if (runs > 1) form.setRuns(1)
  if (axes) form.compare(null)
  return { runs, compared: axes !== null }
}

function hasChoices(prompt: unknown): boolean {
  return typeof prompt === 'string' && prompt.includes('{') && expandPrompt(prompt).count > 1
}
