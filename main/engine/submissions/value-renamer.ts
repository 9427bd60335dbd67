import type { ModelDetail } from '../../../shared/bridge/views.ts'

interface Run {
  readonly values: Readonly<Record<string, unknown>>
}

type Rename = (model: ModelDetail, values: Run['values']) => { readonly values: Run['values'] }

/** Replaces the old names of a run (JOB53, JOB80); runs that shared their values object still do. */
export function createValueRenamer(
  rename: Rename,
): <Wanted extends Run>(model: ModelDetail, run: Wanted) => Wanted {
  const renamed = new Map<string, WeakMap<Run['values'], Run['values']>>()
  return (model, run) => {
    const known = renamed.get(model.id) ?? new WeakMap()
    renamed.set(model.id, known)
    const values = known.get(run.values) ?? rename(model, run.values).values
    known.set(run.values, values)
    return values === run.values ? run : { ...run, values }
  }
}
