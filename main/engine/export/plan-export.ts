import { createHash } from 'node:crypto'
import type { ExportChoices } from '../../../shared/library/export-choices.ts'
import { archiveNames } from '../library/archive-names.ts'
import type { FileCatalogue } from '../library/ports.ts'
import type { CarriedOf } from './carried-files.ts'
import { exportName } from './export-name.ts'
import type { ExportPlan } from './ports.ts'

export interface Wanted {
  readonly fileIds: readonly string[]
  readonly choices: ExportChoices
  /** The name of the collection that they are exported from; empty where it is none. */
  readonly collection: string
}

export interface PlanDeps {
  readonly files: Pick<FileCatalogue, 'stored'>
  readonly carriedOf: CarriedOf
}

/** The same for the same files, folder and choices: an export that was killed is found again by it. */
export function exportKey({ fileIds, choices, collection }: Wanted): string {
  const hash = createHash('sha256').update(JSON.stringify([choices, collection]))
  for (const fileId of fileIds) hash.update(`\n${fileId}`)
  return hash.digest('hex').slice(0, 32)
}

/** Gives each file that is here its name; `there` are names that stay free. */
export function planExport(
  wanted: Wanted,
  there: readonly string[],
  at: number,
  { files, carriedOf }: PlanDeps,
): ExportPlan {
  const { choices, collection } = wanted
  const all = wanted.fileIds.flatMap((fileId, index) => {
    const stored = files.stored(fileId)
    const carried = stored && carriedOf(fileId)
    if (!stored || !carried) return []
    const extension = /\.[A-Za-z0-9]{1,8}$/.exec(stored.name)?.[0] ?? ''
    const number = index + 1
    const name = exportName(choices.template, {
      carried,
      number,
      total: wanted.fileIds.length,
      collection,
      extension,
    })
    return [{ fileId, number, name }]
  })
  // A sidecar has its file’s name and an ending of its own.
  const taken = there.flatMap((name) => (/\.xmp$/i.test(name) ? [name, name.slice(0, -4)] : [name]))
  const names = archiveNames(
    all.map(({ name }) => name),
    taken,
  )
  return {
    key: exportKey(wanted),
    startedAt: at,
    choices,
    collection,
    files: all.map((file, index) => ({ ...file, name: names[index] ?? file.name })),
  }
}
