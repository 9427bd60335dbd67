import type { FormStore } from './form-store.ts'

/**
 * To be called before values are changed automatically, and what it returns afterwards: that returns the undo of
 * the changes between the two. Later changes are the person's own and stay, and so does another model's form, for
 * which it calls `refuse` instead.
 */
export function rememberValues(
  form: Pick<FormStore, 'store' | 'setValue'>,
  refuse?: () => void,
): () => () => void {
  const { values: before } = form.store.getState()
  return () => {
    const { values: after } = form.store.getState()
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    const changed = [...names].filter((name) => after[name] !== before[name])
    const restore = () => {
      const { values: now } = form.store.getState()
      for (const name of changed) if (now[name] === after[name]) form.setValue(name, before[name])
    }
    return undoInSameModel(form, restore, refuse)
  }
}

/**
 * Like `rememberValues`, where a model may be opened before values are changed: the undo then restores the whole
 * earlier form, with its model, as long as that model is still the form's.
 */
export function rememberForm(
  form: Pick<FormStore, 'store' | 'setValue' | 'remember'>,
  openedId: string | null,
): () => () => void | Promise<void> {
  const { modelId: before } = form.store.getState()
  const changed = rememberValues(form)
  const goBack = openedId === null || openedId === before ? null : form.remember(openedId)
  return () => (goBack ? undoInSameModel(form, goBack) : changed())
}

/** An undo for the form’s present model: with another model in the form it calls `refuse` instead. */
export function undoInSameModel(
  form: Pick<FormStore, 'store'>,
  undo: () => void | Promise<void>,
  refuse = () => {},
): () => void | Promise<void> {
  const { modelId } = form.store.getState()
  return () => (form.store.getState().modelId === modelId ? undo() : refuse())
}
