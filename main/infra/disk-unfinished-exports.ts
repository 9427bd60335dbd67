import { lstat, open, readdir, rm } from 'node:fs/promises'
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
/** How the file of a plan ends that is offered: `put` writes that last. */
const offeredEnd = '"isOffered":true}'
/** Of more, the newest. */
const mostListed = 50
const bounds = { depth: 8, bytes: 64 * 1024 * 1024, members: 1_000_000 }

/** One small file for each, in the data folder. One that can’t be read is as if it had never begun. */
export function createDiskUnfinishedExports(folder: Pick<DataFolder, 'path' | 'resolve'>): UnfinishedExports {
  const placeOf = (key: string) => `exports/${key}.json`

  async function find(key: string): Promise<ExportPlan | null> {
    const text = await readPlainFile(folder.resolve(placeOf(key))).catch(() => '')
    return planSchema.safeParse(parseBoundedJson(text, bounds)).data ?? null
  }

  /** The newest first. Plans of the command line, of which there may be any number, are not read whole. */
  async function offeredKeys(): Promise<readonly string[]> {
    const names = await readdir(folder.resolve('exports')).catch(() => [])
    const found: { readonly key: string; readonly at: number }[] = []
    for (const name of names) {
      const key = /^([0-9a-f]{32})\.json$/.exec(name)?.[1]
      if (key === undefined) continue
      const at = await whenOffered(folder.resolve(placeOf(key))).catch(() => null)
      if (at !== null) found.push({ key, at })
    }
    return found.toSorted((one, other) => other.at - one.at).map(({ key }) => key)
  }

  return {
    find,
    async listOffered() {
      const plans: ExportPlan[] = []
      // One may name all files of a library: not all at once.
      for (const key of (await offeredKeys()).slice(0, mostListed)) {
        const plan = await find(key)
        if (plan?.key === key && plan.isOffered) plans.push(plan)
      }
      return plans.toSorted((one, other) => other.startedAt - one.startedAt)
    },
    async put({ isOffered, ...plan }) {
      await refuseLinkedFolders(folder, placeOf(plan.key))
      const offered = isOffered ? { isOffered } : {}
      await writeDurably(folder.resolve(placeOf(plan.key)), JSON.stringify({ ...plan, ...offered }))
    },
    remove: (key) => rm(folder.resolve(placeOf(key)), { force: true }),
  }
}

/** When the plan was written, in milliseconds UTC; null where it is not offered. */
async function whenOffered(path: string): Promise<number | null> {
  const found = await lstat(path)
  // A pipe would block for ever.
  if (!found.isFile()) return null
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(offeredEnd.length),
      position: Math.max(0, found.size - offeredEnd.length),
    })
    return buffer.toString('latin1', 0, bytesRead) === offeredEnd ? found.mtimeMs : null
  } finally {
    await file.close()
  }
}
