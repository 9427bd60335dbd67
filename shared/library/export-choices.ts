import { z } from 'zod'

/** What stands for a value in the template of exported names. */
export const nameTokens = ['date', 'model', 'prompt', 'seed', 'n', 'collection', 'rating'] as const
export type NameToken = (typeof nameTokens)[number]

/** What stands in braces in a template and is no part of names: it stays in them as it is written. */
export function unknownTokens(template: string): readonly string[] {
  const known: ReadonlySet<string> = new Set(nameTokens)
  const written = [...template.matchAll(/\{([^{}]*)\}/g)].filter(([, token = '']) => !known.has(token))
  return [...new Set(written.map(([whole]) => whole))]
}

export const defaultTemplate = '{date}-{model}-{prompt}-{seed}'

/**
 * How files are exported. `metadata`: in the copy, where its format takes it, else in a sidecar; in a sidecar always; or
 * nowhere. `provenance`: files with Content Credentials stay as they are, with a sidecar, or are written all the same,
 * which makes these invalid. `folder`: an absolute path; empty: one ZIP.
 */
export const exportChoicesSchema = z.object({
  template: z.string().trim().min(1).max(200).default(defaultTemplate),
  metadata: z.enum(['embed', 'sidecar', 'unchanged']).default('embed'),
  provenance: z.enum(['keep', 'embed']).default('keep'),
  /** Who wrote the prompts, as files name them; empty: they name nobody. */
  writer: z.string().trim().max(200).default(''),
  folder: z.string().max(4_096).default(''),
})

export type ExportChoices = z.infer<typeof exportChoicesSchema>

/** Why a folder takes no export: its path is not whole, or leads through a file. */
export const exportFolderProblems = ['relative', 'no_folder'] as const
export type ExportFolderProblem = (typeof exportFolderProblems)[number]
