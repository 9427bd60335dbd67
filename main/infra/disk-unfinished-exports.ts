import { rm } from 'node:fs/promises'
import { z } from 'zod'
import { parseBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { exportChoicesSchema } from '../../shared/library/export-choices.ts'
import type { UnfinishedExports } from '../engine/export/ports.ts'
import type { DataFolder } from './data-folder.ts'
import { writeDurably } from './durable-files.ts'
import { refuseLinkedFolders } from './open-inside.ts'
import { readPlainFile } from './plain-file.ts'

const planSchema = z.object({
  key: z.string(),
  startedAt: z.number(),
  choices: exportChoicesSchema,
  collection: z.string(),
  files: z.array(z.object({ fileId: z.string(), name: z.string().regex(/^[^/\\]+$/), number: z.int() })),
})
const bounds = { depth: 8, bytes: 64 * 1024 * 1024, members: 1_000_000 }

/** One small file for each, in the data folder. One that can’t be read is as if it had never begun. */
export function createDiskUnfinishedExports(folder: Pick<DataFolder, 'path' | 'resolve'>): UnfinishedExports {
  const placeOf = (key: string) => `exports/${key}.json`
  return {
    async find(key) {
      const text = await readPlainFile(folder.resolve(placeOf(key))).catch(() => '')
      return planSchema.safeParse(parseBoundedJson(text, bounds)).data ?? null
    },
    async put(plan) {
      await refuseLinkedFolders(folder, placeOf(plan.key))
      await writeDurably(folder.resolve(placeOf(plan.key)), JSON.stringify(plan))
    },
    remove: (key) => rm(folder.resolve(placeOf(key)), { force: true }),
  }
}
