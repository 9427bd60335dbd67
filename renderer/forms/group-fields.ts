import type { Field } from '../../shared/form/field.ts'

/** Fields that belong side by side, first to last. */
const pairs: readonly (readonly [string, string])[] = [
  ['width', 'height'],
  ['start_image', 'end_image'],
]

/** The fields in order, in groups that share a line; a pair is where the first of the two comes. */
export function groupFields(fields: readonly Field[]): readonly (readonly Field[])[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const placed = new Set<string>()
  return fields.flatMap((field) => {
    if (placed.has(field.name)) return []
    const group = pairOf(field, byName) ?? [field]
    for (const member of group) placed.add(member.name)
    return [group]
  })
}

function pairOf(field: Field, byName: ReadonlyMap<string, Field>): readonly Field[] | null {
  const names = pairs.find((pair) => pair.includes(field.name)) ?? []
  const pair = names.flatMap((name) => byName.get(name) ?? [])
  return pair.length === 2 ? pair : null
}
