import { format } from './format.ts'

const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Readonly<Record<string, string>> = { one: 'st', two: 'nd', few: 'rd' }

export function ordinal(place: number): string {
  return `${format.number(place)}${suffixes[rules.select(place)] ?? 'th'}`
}
