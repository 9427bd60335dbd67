import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { moveValues } from '../composer/move-values.ts'
import type { PlannedRow } from './list-plan.ts'

export interface MendedList {
  /** The whole list, as JSON Lines. */
  readonly text: string
  /** How many of its rows are changed. */
  readonly rows: number
}

/**
 * The list with the nearest values that the model takes, in rows that name others, such as those of a model that has ended
 * (LIST30). Nothing of a row is left out for it; null where no row can be changed so, or one can't be read.
 */
export function mendList(rows: readonly PlannedRow[], detail: ModelDetail): MendedList | null {
  let changed = 0
  const lines: string[] = []
  for (const { values, problem } of rows) {
    if (typeof problem === 'string') return null
    const moved = problem ? moveValues({ from: detail, to: detail, values }) : null
    const isMended = moved !== null && moved.changed.length > 0 && moved.dropped.length === 0
    if (isMended) changed += 1
    lines.push(JSON.stringify(isMended ? moved.values : values))
  }
  return changed === 0 ? null : { text: lines.join('\n'), rows: changed }
}
