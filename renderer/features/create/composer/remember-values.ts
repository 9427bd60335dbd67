import { ownMember } from '../../../../shared/own-member.ts'
import type { FormStore } from './form-store.ts'

/**
 * To be called before values are changed automatically, and what it returns afterwards: that returns the undo of
 * the changes between the two. Later changes are the person's own and stay.
 */
export function rememberValues(form: Pick<FormStore, 'store' | 'setValue'>): () => () => void {
  const { values: before } = form.store.getState()
  return () => {
    const { values: after } = form.store.getState()
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    const changed = [...names].filter((name) => ownMember(after, name) !== ownMember(before, name))
    return () => {
      const { values: now } = form.store.getState()
      for (const name of changed)
        if (ownMember(now, name) === ownMember(after, name)) form.setValue(name, ownMember(before, name))
    }
  }
}

/**
 * Like `rememberValues`, with the number of runs and what is compared, and where a model may be opened before values are
 * changed: the undo then restores the whole earlier form, with its model.
 */
export function rememberForm(
  form: Pick<FormStore, 'store' | 'setValue' | 'setRuns' | 'compare' | 'remember'>,
  openedId: string | null,
): () => () => void | Promise<void> {
  const before = form.store.getState()
  const changed = rememberValues(form)
  if (openedId !== null && openedId !== before.modelId) {
    const goBack = form.remember(openedId)
    return () => goBack
  }
  return () => {
    const after = form.store.getState()
    const undoValues = changed()
    return () => {
      undoValues()
      const now = form.store.getState()
      if (now.runs === after.runs && now.runs !== before.runs) form.setRuns(before.runs)
      if (now.axes === after.axes && now.axes !== before.axes) form.compare(before.axes)
    }
  }
}
