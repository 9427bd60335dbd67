import type { SheetAxis } from '../../../../shared/bridge/sheet.ts'
import type { Field, FieldKind } from '../../../../shared/form/field.ts'
import { valuesInOrder } from '../../../../shared/form/option-order.ts'
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

const fewOptions = 6
const firstSeeds = 4

/**
 * The initial values of a comparison by a field: all of a few options, freshly rolled seeds, the form's value.
 */
export function beginAxis(field: Field, values: Values, random: () => number): SheetAxis {
  const now = values[field.name]
  const own = now === undefined ? [] : [now]
  if (field.kind === 'switch') return axisOf(field.name, [false, true])
  if (field.kind === 'seed') return axisOf(field.name, rollSeeds(firstSeeds, field, random))
  if (field.kind === 'enumeration' || field.kind === 'aspect-ratio') {
    return axisOf(field.name, field.options.length <= fewOptions ? valuesInOrder(field.options) : own)
  }
  return axisOf(field.name, typeof now === 'string' ? readTexts(now) : own)
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
