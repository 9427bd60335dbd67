import type { StoreApi } from 'zustand/vanilla'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import { takes } from './draft.ts'
import type { FormState } from './form-state.ts'

/** The values that a contact sheet compares, with undo for each change. */
export interface FormComparing {
  /**
   * Compares these; null returns to plain runs. Successive changes of the field being edited are undone as one.
   */
  compare(axes: readonly SheetAxis[] | null, writtenField?: string): void
  /** Compares these as part of a filled form: what was compared before returns with the form, not by `undoCompare`. */
  fillCompare(axes: readonly SheetAxis[] | null): void
  /** Ends the current edit: later changes are undone separately. */
  endWriting(): void
  /** Undoes the last change of the comparison; false where there is none. */
  undoCompare(): boolean
  /** Reads compared models that are not known yet, and these, which may be compared next. */
  readCompared(candidates?: readonly string[]): Promise<void>
}

const mostSteps = 100

export function createFormComparing(
  store: StoreApi<FormState>,
  detailOf: (modelId: string) => Promise<BridgeResult<ModelDetail>>,
): FormComparing {
  const before: FormState['axes'][] = []
  let written: { readonly axes: FormState['axes']; readonly field: string } | null = null

  async function readCompared(candidates: readonly string[] = []) {
    const { axes, details } = store.getState()
    const wanted = (axes ?? []).flatMap((axis) => (axis.kind === 'model' ? axis.modelIds : []))
    for (const modelId of [...wanted, ...candidates].filter((id) => !Object.hasOwn(details, id))) {
      const result = await detailOf(modelId)
      if (result.ok) store.setState((state) => ({ details: { ...state.details, [modelId]: result.value } }))
      else if (wanted.includes(modelId))
        store.setState({ refusal: { kind: 'failure', failure: result.error } })
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
    fillCompare(axes) {
      before.length = 0
      written = null
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

/**
 * The part of a comparison that a model can keep: its own fields, with the values that it accepts; among compared models
 * it takes the place of the form's, and others stay where they make the same kind of media.
 */
export function fitAxes(
  axes: readonly SheetAxis[],
  { id, kind, schema }: ModelDetail,
  { modelId, details }: Pick<FormState, 'modelId' | 'details'>,
): SheetAxis[] {
  return axes.flatMap((axis): SheetAxis[] => {
    if (axis.kind === 'model') {
      const modelIds = axis.modelIds.map((one) => (one === modelId ? id : one))
      const alike = modelIds.filter((one) => one === id || (ownMember(details, one)?.kind ?? kind) === kind)
      return [{ ...axis, modelIds: [...new Set(alike.length > 0 ? alike : [id])] }]
    }
    if (!Object.hasOwn(requestFields(schema), axis.field)) return []
    return [
      {
        ...axis,
        values: axis.values.filter((value) => value === null || takes(schema, axis.field, value)),
      },
    ]
  })
}

/** The part of a comparison that another lacks: models, whole fields, or fields with the missing values. */
export function lostAxes(before: readonly SheetAxis[], after: readonly SheetAxis[]): SheetAxis[] {
  const models = after.flatMap((axis) => (axis.kind === 'model' ? axis.modelIds : []))
  return before.flatMap((axis): SheetAxis[] => {
    if (axis.kind === 'model') {
      const modelIds = axis.modelIds.filter((id) => !models.includes(id))
      return modelIds.length > 0 ? [{ ...axis, modelIds }] : []
    }
    const left = after.find((other) => other.kind === 'field' && other.field === axis.field)
    if (left?.kind !== 'field') return [axis]
    const values = axis.values.filter((value) => !left.values.includes(value))
    return values.length > 0 ? [{ ...axis, values }] : []
  })
}
