import { hasBegun } from '../../../shared/api/service-date.ts'
import { withCurrentValues } from '../../../shared/catalog/current-values.ts'
import type { JsonSchema } from '../../../shared/catalog/json-schema.ts'
import type { RenamedValue } from '../../../shared/catalog/model.ts'
import { findProblemsQuickly } from '../../../shared/form/problems.ts'
import type { Clock } from '../ports.ts'
import type { KnownModel } from './described-model.ts'

/**
 * Models without the values that have ended (CAT17). An old value ends as soon as its new name is accepted, and
 * on its date even where a description still lists it; `renamedValues` are the renames still in force. Each
 * model is built once per date.
 */
export function createCurrentModels(clock: Pick<Clock, 'now'>) {
  const made = new WeakMap<KnownModel, { readonly key: string; readonly model: KnownModel }>()
  return {
    of(model: KnownModel): KnownModel {
      if (model.renamedValues.length === 0) return model
      const rows = model.renamedValues.filter(
        (row) => hasBegun(row.until, clock.now()) || takesNewName(model.schema, row),
      )
      const key = rows.map(({ field, from }) => `${field} ${from}`).join()
      const known = made.get(model)
      if (known?.key === key) return known.model
      const current = { ...model, renamedValues: rows, schema: withCurrentValues(model.schema, rows) }
      made.set(model, { key, model: current })
      return current
    },
  }
}

function takesNewName(schema: JsonSchema, { field, to }: RenamedValue): boolean {
  return findProblemsQuickly(schema, { [field]: to }).every(({ path }) => path[0] !== field)
}
