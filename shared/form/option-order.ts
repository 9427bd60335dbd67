import type { EnumerationValue } from './field.ts'

/** Amounts in the order of speech; those of one line are equal. */
const amounts: readonly (readonly string[])[] = [
  ['none', 'off'],
  ['minimal', 'lowest'],
  ['draft'],
  ['low', 'small'],
  ['medium', 'normal', 'standard'],
  ['high', 'large'],
  ['highest', 'ultra', 'max', 'maximum'],
]
const choosesItself = 'auto'
const thousandLines = 1000

/**
 * The options in the order of speech: sizes and amounts upwards, ratios from wide to tall, `auto` last. Options
 * without an order of their own keep the schema's.
 */
export function optionsInOrder<Option extends { readonly value: EnumerationValue }>(
  options: readonly Option[],
): readonly Option[] {
  const isAuto = ({ value }: Option) => String(value).toLowerCase() === choosesItself
  const ranked = options
    .filter((option) => !isAuto(option))
    .map((option) => ({ option, rank: rankOf(option.value) }))
  const isOrdered = new Set(ranked.map(({ rank }) => rank?.scale)).size === 1 && ranked[0]?.rank
  const sorted = isOrdered
    ? ranked.toSorted((left, right) => (left.rank?.at ?? 0) - (right.rank?.at ?? 0))
    : ranked
  return [...sorted.map(({ option }) => option), ...options.filter(isAuto)]
}

/** The same for plain values. */
export function valuesInOrder(values: readonly EnumerationValue[]): readonly EnumerationValue[] {
  return optionsInOrder(values.map((value) => ({ value }))).map(({ value }) => value)
}

function rankOf(value: EnumerationValue): { readonly scale: string; readonly at: number } | null {
  if (typeof value === 'number') return { scale: 'number', at: value }
  if (typeof value !== 'string') return null
  const [, across, down] = /^(\d+):(\d+)$/.exec(value) ?? []
  if (across && down && Number(down) > 0) return { scale: 'ratio', at: -Number(across) / Number(down) }
  const [, lines, unit] = /^(\d+(?:\.\d+)?)([pk])$/i.exec(value) ?? []
  if (lines && unit)
    return { scale: 'lines', at: Number(lines) * (unit.toLowerCase() === 'k' ? thousandLines : 1) }
  const amount = amounts.findIndex((names) => names.includes(value.toLowerCase()))
  return amount < 0 ? null : { scale: 'amount', at: amount }
}
