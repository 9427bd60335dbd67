import type { UsageNamed } from '../../../shared/bridge/usage-views.ts'
import type { UsageWords } from '../../words/usage-words.ts'

/** Where the words of a search stand in names that only the page knows: of types, and of what a report leaves out. */
export function namedBy(text: string, usage: UsageWords): readonly UsageNamed[] {
  return [...new Set(text.split(/\s+/u).filter(Boolean))].flatMap((word) => {
    const holds = (name: string) => name.toLocaleLowerCase().includes(word.toLocaleLowerCase())
    const types = Object.entries<string>(usage.types).flatMap(([type, name]) => (holds(name) ? [type] : []))
    const [noType, noMember] = [holds(usage.noType), holds(usage.noMember)]
    return types.length > 0 || noType || noMember ? [{ word, types, noType, noMember }] : []
  })
}
