import { readdir, rm } from 'node:fs/promises'
import { z } from 'zod'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { exportChoicesSchema } from '../../shared/library/export-choices.ts'
import type { ExportPlan, UnfinishedExports } from '../engine/export/ports.ts'
import type { DataFolder } from './data-folder.ts'
import { writeDurably } from './durable-files.ts'
import { refuseLinkedFolders } from './open-inside.ts'
import { readPlainFile } from './plain-file.ts'

const planSchema = z.object({
  key: z.string(),
  startedAt: z.number(),
  choices: exportChoicesSchema,
  collection: z.string(),
  isOffered: z.boolean().optional(),
  files: z.array(z.object({ fileId: z.string(), name: z.string().regex(/^[^/\\]+$/), number: z.int() })),
})
/** Of more, some are not listed. */
const mostListed = 50
const bounds = { depth: 8, bytes: 64 * 1024 * 1024, members: 1_000_000 }

/** One small file for each, in the data folder. One that can’t be read is as if it had never begun. */
export function createDiskUnfinishedExports(folder: Pick<DataFolder, 'path' | 'resolve'>): UnfinishedExports {
  const placeOf = (key: string) => `exports/${key}.json`

  async function find(key: string): Promise<ExportPlan | null> {
    const text = await readPlainFile(folder.resolve(placeOf(key))).catch(() => '')
    return planSchema.safeParse(parseBoundedJson(text, bounds)).data ?? null
  }

  return {
    find,
    async list() {
      const names = await readdir(folder.resolve('exports')).catch(() => [])
      const keys = names
        .flatMap((name) => /^([0-9a-f]{32})\.json$/.exec(name)?.[1] ?? [])
        .slice(0, mostListed)
      const plans: ExportPlan[] = []
      // One may name all files of a library: not all at once.
      for (const key of keys) {
        const plan = await find(key)
        if (plan?.key === key) plans.push(plan)
      }
      return plans.toSorted((one, other) => other.startedAt - one.startedAt)
    },
    async put(plan) {
      await refuseLinkedFolders(folder, placeOf(plan.key))
      await writeDurably(folder.resolve(placeOf(plan.key)), JSON.stringify(plan))
    },
    remove: (key) => rm(folder.resolve(placeOf(key)), { force: true }),
  }
}
