import type { StoreApi } from 'zustand/vanilla'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import { takes } from './draft.ts'
import type { FormState } from './form-state.ts'

/** What a contact sheet compares, and the way back from each change of it. */
export interface FormComparing {
  /**
   * Compares these; null makes plain runs again. Changes of the field that is being written, one after the other, are
   * undone as one.
   */
  compare(axes: readonly SheetAxis[] | null, writtenField?: string): void
  /** What is written from here on is another change. */
  endWriting(): void
  /** Takes the last change of what is compared back; false where there is none. */
  undoCompare(): boolean
  /** Reads the models that are compared and not known yet. */
  readCompared(): Promise<void>
}

const mostSteps = 100

export function createFormComparing(
  store: StoreApi<FormState>,
  detailOf: (modelId: string) => Promise<BridgeResult<ModelDetail>>,
): FormComparing {
  const before: FormState['axes'][] = []
  let written: { readonly axes: FormState['axes']; readonly field: string } | null = null

  async function readCompared() {
    const { axes, details } = store.getState()
    const wanted = (axes ?? []).flatMap((axis) => (axis.kind === 'model' ? axis.modelIds : []))
    for (const modelId of wanted.filter((id) => !Object.hasOwn(details, id))) {
      const result = await detailOf(modelId)
      if (result.ok) store.setState((state) => ({ details: { ...state.details, [modelId]: result.value } }))
      else store.setState({ refusal: { kind: 'failure', failure: result.error } })
    }
  }

  function show(axes: FormState['axes']) {
    store.setState({ axes, refusal: null })
    void readCompared()
  }

  return {
    readCompared,
    compare(axes, field) {
      const { axes: now } = store.getState()
      const goesOn = field !== undefined && written?.field === field && written.axes === now
      if (!goesOn) before.push(now)
      if (before.length > mostSteps) before.shift()
      written = field === undefined ? null : { axes, field }
      show(axes)
    },
    endWriting() {
      written = null
    },
    undoCompare() {
      const axes = before.pop()
      if (axes === undefined) return false
      written = null
      show(axes)
      return true
    },
  }
}

/** What of a comparison a model can continue with: its own fields, with the values that it takes. */
export function fitAxes(axes: readonly SheetAxis[], { schema }: ModelDetail): SheetAxis[] {
  return axes.flatMap((axis): SheetAxis[] => {
    if (axis.kind === 'model') return [axis]
    if (!Object.hasOwn(requestFields(schema), axis.field)) return []
    return [
      {
        ...axis,
        values: axis.values.filter((value) => value === null || takes(schema, axis.field, value)),
      },
    ]
  })
}

/** What of a comparison is gone in another: whole fields, or fields with the values that are missing. */
export function lostAxes(before: readonly SheetAxis[], after: readonly SheetAxis[]): SheetAxis[] {
  return before.flatMap((axis): SheetAxis[] => {
    if (axis.kind === 'model') return []
    const left = after.find((other) => other.kind === 'field' && other.field === axis.field)
    if (left?.kind !== 'field') return [axis]
    const values = axis.values.filter((value) => !left.values.includes(value))
    return values.length > 0 ? [{ ...axis, values }] : []
  })
}
