import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { Field, FieldKind } from '../../../../shared/form/field.ts'
import { valuesInOrder } from '../../../../shared/form/option-order.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import { expandPrompt } from '../../../../shared/prompts/expand-prompt.ts'
import { rollSeed } from '../../../forms/roll-seed.ts'
import type { Values } from '../composer/draft.ts'

const comparable: ReadonlySet<FieldKind> = new Set([
  'prompt',
  'text',
  'enumeration',
  'aspect-ratio',
  'number',
  'integer',
  'seed',
  'switch',
])

/** Whether a field's values can be compared side by side. */
export function isComparable(field: Field): boolean {
  return comparable.has(field.kind)
}

/** How many values are chosen at once: each costs as many runs as the other axis has values. */
const fewAcross = 4
const fewDown = 2

/** The number of values that an axis begins with at most, by its place. */
export function fewAt(place: number): number {
  return place === 0 ? fewAcross : fewDown
}

/**
 * The initial values of a comparison by a field, at most `few` of them (SHEET40): the current option and the next,
 * freshly rolled seeds, the form's value. What the person wrote, one text per line, is kept whole.
 */
export function beginAxis(field: Field, values: Values, few: number, random: () => number): SheetAxis {
  const now = ownMember(values, field.name) ?? field.defaultValue ?? undefined
  if (field.kind === 'switch') return axisOf(field.name, [false, true])
  if (field.kind === 'seed') {
    const own = typeof now === 'number' ? [now] : []
    return axisOf(field.name, [...own, ...rollSeeds(few - own.length, field, random)])
  }
  if (field.kind === 'enumeration' || field.kind === 'aspect-ratio')
    return axisOf(field.name, nextOptions(valuesInOrder(field.options), now, few))
  if (typeof now === 'string') return axisOf(field.name, readTexts(now))
  return axisOf(field.name, now === undefined ? [] : [now])
}

/** The current option and those after it; before it where too few are. */
function nextOptions(options: readonly unknown[], now: unknown, few: number): readonly unknown[] {
  const from = Math.max(0, Math.min(options.indexOf(now), options.length - few))
  return options.slice(from, from + few)
}

export function axisOf(field: string, values: readonly unknown[]): SheetAxis {
  return { kind: 'field', field, values: [...new Set(values)] }
}

export function rollSeeds(
  count: number,
  bounds: { readonly minimum: number | null; readonly maximum: number | null },
  random: () => number,
): number[] {
  return Array.from({ length: count }, () => rollSeed(random, bounds))
}

const mostTexts = 500

/** One text per line; wildcards in a line generate several. */
export function readTexts(text: string): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return [...new Set(lines.flatMap((line) => expandPrompt(line.trim()).take(mostTexts)))]
}
