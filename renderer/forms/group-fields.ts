import type { Field } from '../../shared/form/field.ts'

/** Fields that belong side by side, first to last. */
const pairs: readonly (readonly [string, string])[] = [['width', 'height']]

/** The fields in order, in groups that share a line; the second of a pair comes up to the first. */
export function groupFields(fields: readonly Field[]): readonly (readonly Field[])[] {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const groups: Field[][] = []
  const placed = new Set<string>()
  for (const field of fields) {
    if (placed.has(field.name)) continue
    const pair = pairs.find(([first, second]) => field.name === first && byName.has(second))
    const second = pair && byName.get(pair[1])
    const group = second ? [field, second] : [field]
    for (const member of group) placed.add(member.name)
    groups.push(group)
  }
  return groups
}
