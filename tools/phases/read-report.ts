import { readFile } from 'node:fs/promises'
import type { z } from 'zod'

/** A runner's JSON report; null where there is none because the runner failed. */
export async function readReport<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
