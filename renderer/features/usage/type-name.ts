import type { UsageWords } from '../../words/usage-words.ts'

/** Longer than any name that a person would read. */
const longestName = 60

/** A type of jobs in words; one that is not known is bounded text of the service. */
export interface TypeName {
  readonly name: string
  readonly isKnown: boolean
}

/** What a type is called, whatever joins its words: `image-generation` is `image_generation`. */
export function typeName(type: string | null, usage: UsageWords): TypeName {
  const shown = type === null ? '' : shownText(type)
  if (shown === '') return { name: usage.noType, isKnown: true }
  const known = new Map(Object.entries<string>(usage.types))
  const name = known.get(shown.toLowerCase().replaceAll(/[\s_-]+/gu, '_'))
  if (name !== undefined) return { name, isKnown: true }
  return { name: shown.length > longestName ? `${shown.slice(0, longestName)}…` : shown, isKnown: false }
}

/** Without what would break a line or turn its direction. */
function shownText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim()
}
