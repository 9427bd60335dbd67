import type { Words } from '../../../words/words-context.tsx'
import type { ModelGroup } from './arrange-models.ts'

/** A group with a title of the service's own says what the person calls it, too. */
export function groupHeading(
  { name, title }: Pick<ModelGroup, 'name' | 'title'>,
  words: Pick<Words['models'], 'group' | 'titled'>,
): string {
  return title === undefined ? words.group(name) : words.titled(words.group(name), title)
}
