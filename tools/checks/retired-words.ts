import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listProjectFiles } from '../source/project-files.ts'

const glossary = 'docs/glossary.md'

/** Files that keep retired words: history, and the rule itself. */
const history =
  /^(docs\/decisions\/|docs\/glossary\.md$|CHANGELOG\.md$|package-lock\.json$|tools\/checks\/retired-words)/

/** Names from elsewhere: on the wire in a description, in a prompt, in a search, in Electron. */
const allowed: readonly (readonly [file: RegExp, words: RegExp])[] = [
  [/^renderer\/features\/create\/media\/models-taking\.ts$/, /pictures?|films?/i],
  [/^(sandbox|shared\/form)\//, /pictures?|films?|sounds?/i],
  [/^renderer\/words\/[\w-]+\/model-synonyms\.ts$/, /pictures?|films?/i],
  [/./, /exposeInMainWorld/],
]

interface Retired {
  readonly pattern: RegExp
  readonly successor: string
}

/** Retired words in code, comments, screens and docs: one line each, with the replacement. */
export function findRetiredWords(root: string): string[] {
  const retired = readRetired(readFileSync(join(root, glossary), 'utf8'))
  const files = listProjectFiles(root).filter(
    (file) => /\.(tsx?|mjs|md|css|html)$/.test(file) && !history.test(file),
  )
  return files.flatMap((file) => findRetiredWordsIn(file, readFileSync(join(root, file), 'utf8'), retired))
}

export function findRetiredWordsIn(file: string, text: string, retired: readonly Retired[]): string[] {
  // Most files hold none of them, which one look at the whole says.
  const whole = `${file}\n${text}`
  const held = retired.filter(({ pattern }) => whole.search(pattern) !== -1)
  if (held.length === 0) return []
  return whole.split('\n').flatMap((line, number) =>
    held.flatMap(({ pattern, successor }) => {
      const found = [...line.matchAll(pattern)].map(([words]) => words)
      return found
        .filter((words) => !allowed.some(([where, what]) => where.test(file) && what.test(words)))
        .map((words) => `${file}:${number || 1}  “${words}” is called ${successor} (${glossary})`)
    }),
  )
}

/**
 * The rows of the glossary's table of retired words. Throws where it has none: otherwise the check would pass
 * without checking.
 */
export function readRetired(page: string): Retired[] {
  const [, table = ''] = page.split(/^## Retired$/m)
  const rows = [...table.matchAll(/^\| `(.+)` \| (.+) \|$/gm)].map(([, pattern = '', successor = '']) => ({
    // A table can't hold an unescaped bar.
    pattern: new RegExp(
      pattern.replaceAll('\\|', '|'),
      /[A-Z]/.test(pattern.replace(/\\[A-Z]/g, '')) ? 'g' : 'gi',
    ),
    successor,
  }))
  if (rows.length === 0) throw new Error(`${glossary} has no table of retired words.`)
  return rows
}
