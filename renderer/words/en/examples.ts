import { fields } from './fields.ts'
import { format } from './format.ts'

/** Of the requests that a model’s description shows. */
export const examples = {
  open: 'Examples',
  from: 'From the service’s description. Nothing is sent until you press Generate.',
  untitled: (place: number) => `Example ${format.number(place)}`,
  settings: (count: number) => (count === 1 ? '1 setting' : `${format.number(count)} settings`),
  leftOut: (names: readonly string[]) => `Leaves out ${list(names)}`,
  lacks: (names: readonly string[]) => `You add ${list(names)}`,
}

/** Longer lists are only counted at their end. */
const mostNamed = 3

function list(names: readonly string[]): string {
  const named = names.slice(0, mostNamed).map((name) => fields.label(name, null))
  const more = names.length - named.length
  return format.list([...named, ...(more > 0 ? [`${format.number(more)} more`] : [])])
}
