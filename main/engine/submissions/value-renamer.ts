import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { renameValues } from '../../../shared/catalog/migrate-values.ts'

interface Run {
  readonly values: Readonly<Record<string, unknown>>
}

/** Replaces the old names of renamed values (JOB53); runs that shared their values object still do. */
export function createValueRenamer(): <Wanted extends Run>(model: ModelDetail, run: Wanted) => Wanted {
  const renamed = new Map<string, WeakMap<Run['values'], Run['values']>>()
  return (model, run) => {
    const known = renamed.get(model.id) ?? new WeakMap()
    renamed.set(model.id, known)
    const values = known.get(run.values) ?? renameValues(model, run.values).values
    known.set(run.values, values)
    return values === run.values ? run : { ...run, values }
  }
}
