import { z } from 'zod'

/** What a link of another program, or a file, asks Atelier to show. It never sends, changes or pays anything. */
export type Wanted =
  | { readonly kind: 'job'; readonly jobId: string }
  | { readonly kind: 'recipe'; readonly recipeId: string }
  | { readonly kind: 'recipeFile'; readonly path: string }
  | { readonly kind: 'unreadable' }

/** `atelier://job/ID` and `atelier://recipe/ID`, and nothing after it. */
const linkSchema = z
  .string()
  .max(200)
  .transform((text) => /^atelier:\/\/(job|recipe)\/([0-9a-f-]{36})\/?$/i.exec(text)?.slice(1))
  .pipe(
    z.tuple([
      z
        .string()
        .toLowerCase()
        .pipe(z.enum(['job', 'recipe'])),
      z.string().toLowerCase().pipe(z.uuid()),
    ]),
  )

/** The extension that the system opens with Atelier. */
export const recipeFileExtension = '.atelier-recipe'

const longestPath = 4096

/** Whether an argument is a link to Atelier, whatever it says. */
function isLink(text: string): boolean {
  return /^atelier:/i.test(text)
}

/** A link as another program wrote it. */
export function readDeepLink(text: string): Wanted {
  const link = linkSchema.safeParse(text)
  if (!link.success) return { kind: 'unreadable' }
  const [kind, id] = link.data
  return kind === 'job' ? { kind, jobId: id } : { kind, recipeId: id }
}

/** A file that the system asks Atelier to open; null where it is none of ours. */
export function readOpenedFile(path: string): Wanted | null {
  const isOurs =
    path.toLowerCase().endsWith(recipeFileExtension) && path.length <= longestPath && !path.includes('\0')
  return isOurs ? { kind: 'recipeFile', path } : null
}

const argumentsSchema = z.array(z.string()).max(1000).catch([])

/** What the arguments of a start ask to open, at most ten things; options are none of it. */
export function readWanted(given: unknown, resolvePath: (path: string) => string): readonly Wanted[] {
  return argumentsSchema
    .parse(given)
    .filter((text) => !text.startsWith('-'))
    .flatMap((text) => (isLink(text) ? readDeepLink(text) : (readOpenedFile(text) ?? [])))
    .slice(0, mostAtOnce)
    .map((wanted) => (wanted.kind === 'recipeFile' ? { ...wanted, path: resolvePath(wanted.path) } : wanted))
}

export const mostAtOnce = 10
