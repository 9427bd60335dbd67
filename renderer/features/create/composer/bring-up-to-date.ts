import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { migrateValues, type ValueChange } from '../../../../shared/catalog/migrate-values.ts'
import { type Fitted, fitValues, type Values } from './draft.ts'

/** What became of values on their way into the form. */
export interface Restored extends Fitted {
  /** Old names and values that were brought up to date. */
  readonly changes: readonly ValueChange[]
  /** The values as they were. */
  readonly before: Values
}

/** Values in today's names, as far as the model takes them. */
export function bringUpToDate(detail: ModelDetail, before: Values): Restored {
  const { values, changes } = migrateValues(detail, before)
  return { ...fitValues(detail.schema, values), changes, before }
}

/** What of these values no field of others stands for. */
export function withoutFieldsOf(values: Values, others: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !Object.hasOwn(others, name)))
}
