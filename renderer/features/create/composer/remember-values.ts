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
 * Like `rememberValues`, where a model may be opened before values are changed: the undo then restores the whole
 * earlier form, with its model.
 */
export function rememberForm(
  form: Pick<FormStore, 'store' | 'setValue' | 'remember'>,
  openedId: string | null,
): () => () => void | Promise<void> {
  const { modelId: before } = form.store.getState()
  const changed = rememberValues(form)
  const goBack = openedId === null || openedId === before ? null : form.remember(openedId)
  return () => goBack ?? changed()
}
