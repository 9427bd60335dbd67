import { whyNotTaken } from '../../../forms/intake-reason.ts'
import type { IntakeTarget, OfferedInput } from '../../../forms/intake-store.ts'

/** For each file the id of its field; null where it is left out. */
export type Placement = readonly (string | null)[]

/** The files to place, and the fields. */
export interface Placeable {
  readonly targets: readonly IntakeTarget[]
  readonly offered: readonly OfferedInput[]
}

/** Whether a field accepts such files; a URL may be of any kind. */
export function isFor(target: IntakeTarget, input: OfferedInput): boolean {
  return whyNotTaken(target, input) === null
}

/** The fields that accept this file. */
export function fieldsFor({ targets }: Placeable, input: OfferedInput): readonly IntakeTarget[] {
  return targets.filter((target) => target.room !== 0 && isFor(target, input))
}

/** How many more a field accepts in this placement. */
export function roomLeft({ many, room, id }: IntakeTarget, placement: Placement): number {
  const most = many ? (room ?? Number.POSITIVE_INFINITY) : 1
  return most - placement.filter((place) => place === id).length
}

/**
 * The automatic placement, by kind: in order into empty single fields (start, then end) where there are enough;
 * else all into one list; else wherever there is room, replacing content last.
 */
export function planPlacement(placeable: Placeable): Placement {
  const placement: (string | null)[] = []
  for (const input of placeable.offered) {
    const like = placeable.offered.filter(({ kind }) => kind === input.kind)
    const fields = preferred(fieldsFor(placeable, input), like.length)
    placement.push(fields.find((target) => roomLeft(target, placement) > 0)?.id ?? null)
  }
  return placement
}

function preferred(fields: readonly IntakeTarget[], count: number): readonly IntakeTarget[] {
  const empty = fields.filter(({ many, isFilled }) => !many && !isFilled)
  const lists = fields.filter(({ many }) => many)
  const filled = fields.filter(({ many, isFilled }) => !many && isFilled)
  const whole = empty.length < count ? lists.filter(({ room }) => room === null || room >= count) : []
  return [...whole, ...empty, ...lists, ...filled]
}

/**
 * Moves one file to another field. Where that is full, the last other file in it moves to the freed field, if
 * that accepts it, and is left out otherwise.
 */
export function placeAt(
  placeable: Placeable,
  placement: Placement,
  index: number,
  targetId: string | null,
): Placement {
  const before = placement[index] ?? null
  const moved = placement.with(index, targetId)
  const target = placeable.targets.find(({ id }) => id === targetId)
  if (!target || roomLeft(target, moved) >= 0) return moved
  const other = moved.findLastIndex((place, at) => at !== index && place === targetId)
  const input = placeable.offered[other]
  const freed = input && fieldsFor(placeable, input).find(({ id }) => id === before)
  return moved.with(other, freed?.id ?? null)
}
