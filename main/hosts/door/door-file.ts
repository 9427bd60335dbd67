import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import { writeDurably } from '../../infra/durable-files.ts'
import { readPlainFile } from '../../infra/plain-file.ts'

const addressSchema = z.object({
  port: z.int().min(1).max(65_535),
  token: z.string().min(20).max(100),
})

/** Where the studio that owns a data folder is reached by other programs of this user. */
export type DoorAddress = z.infer<typeof addressSchema>

function pathIn(folder: string): string {
  return join(folder, 'agents-door.json')
}

/** Null where there is none. It may be that of a studio which has ended. */
export async function readDoorAddress(folder: string): Promise<DoorAddress | null> {
  const text = await readPlainFile(pathIn(folder)).catch(() => '')
  return addressSchema.safeParse(parseBoundedJson(text)).data ?? null
}

/** Readable by this user only, as the folder is. */
export function writeDoorAddress(folder: string, address: DoorAddress): Promise<void> {
  return writeDurably(pathIn(folder), JSON.stringify(address), 0o600)
}

export function removeDoorAddress(folder: string): void {
  rmSync(pathIn(folder), { force: true })
}
