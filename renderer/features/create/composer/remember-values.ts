import type { FormStore } from './form-store.ts'

/**
 * To be called before values are changed automatically, and what it returns afterwards: that returns the undo of
 * the changes between the two. Later changes are the person's own and stay.
 */
export function rememberValues(form: Pick<FormStore, 'store' | 'setValue'>): () => () => void {
  const { values: before } = form.store.getState()
  return () => {
    const { values: after } = form.store.getState()
    const changed = Object.keys(after).filter((name) => after[name] !== before[name])
    return () => {
      const { values: now } = form.store.getState()
      for (const name of changed) if (now[name] === after[name]) form.setValue(name, before[name])
    }
  }
}
