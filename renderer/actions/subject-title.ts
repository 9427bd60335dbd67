import type { Words } from '../words/words-context.tsx'
import type { Subject } from './action.ts'

type Titled = Pick<Subject, 'kind' | 'files' | 'readFiles' | 'readFound'>

/** What the actions of a menu or the palette are for: one result by its kind, or how many files are selected. */
export function titleOf(
  { kind, files, readFiles, readFound }: Titled,
  words: Pick<Words['actions'], 'menu' | 'menuOfMany'>,
): string {
  if (readFiles || readFound?.()) return words.menuOfMany(null)
  return files.length > 1 ? words.menuOfMany(files.length) : words.menu(kind)
}
