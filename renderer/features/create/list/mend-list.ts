import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { isEqual } from '../../../../shared/json-schema/equality.ts'
import { readList } from '../../../../shared/prompts/read-list.ts'
import type { Words } from '../../../words/words-context.tsx'
import type { Values } from '../composer/draft.ts'
import { moveValues } from '../composer/move-values.ts'
import { createRest, type PlannedRow, planList, withOldNames } from './list-plan.ts'

interface Way {
  /** Null where the model that the values are for isn't known any more. */
  readonly from: ModelDetail | null
  readonly to: ModelDetail
}

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
    const moved = problem ? moveWhole(values, { from: detail, to: detail }) : null
    if (moved?.isChanged) changed += 1
    lines.push(JSON.stringify(moved?.values ?? values))
  }
  return changed === 0 ? null : { text: lines.join('\n'), rows: changed }
}

export interface MovedList {
  readonly text: string
  readonly rows: number
  /** How many of its rows are changed. */
  readonly changed: number
  /** How many have something that the other model doesn't take: they stay as they are. */
  readonly stays: number
}

/**
 * The list as the other model would have it (CAT320). A list with a row that can't be read stays as it is. Null where it was
 * aborted.
 */
export async function moveList(
  text: string,
  way: Way,
  signal: AbortSignal,
  words: Pick<Words, 'fields'>,
): Promise<MovedList | null> {
  const planned = await planList(text, way.from ?? way.to, {}, signal, words)
  if (!planned) return null
  const unreadable = planned.filter(({ problem }) => typeof problem === 'string').length
  if (unreadable > 0) return { text, rows: planned.length, changed: 0, stays: unreadable }
  const rest = createRest(signal)
  const rows: { readonly values: Values; readonly moved: ReturnType<typeof moveWhole> }[] = []
  for (const { values } of planned) {
    rows.push({ values, moved: moveWhole(values, way) })
    await rest()
    if (signal.aborted) return null
  }
  const wanted = rows.map(({ values, moved }) => moved?.values ?? values)
  const read = readList(text, withOldNames(way.to))
  const isReadSo = isEqual(
    read.rows.map(({ values }) => values),
    wanted,
  )
  return {
    text: isReadSo ? text : wanted.map((values) => JSON.stringify(values)).join('\n'),
    rows: rows.length,
    changed: rows.filter(({ moved }) => moved?.isChanged).length,
    stays: rows.filter(({ moved }) => moved === null).length,
  }
}

/** A row's values with the other model; null where something of them would be left out. */
function moveWhole(
  values: Values,
  way: Way,
): { readonly values: Values; readonly isChanged: boolean } | null {
  const moved = moveValues({ ...way, values })
  return moved.dropped.length > 0 ? null : { values: moved.values, isChanged: moved.changed.length > 0 }
}
