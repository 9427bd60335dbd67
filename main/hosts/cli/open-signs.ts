import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DeprecationSign } from '../../engine/catalog/ports.ts'
import { openDatabaseForReading } from '../../infra/sqlite-database.ts'
import { createSqliteDeprecationStore } from '../../infra/sqlite-deprecation-store.ts'

/**
 * What the endpoints of a service reported of their end, from the library of this data folder. Where that can't
 * be read, or is older, there are none.
 */
export function readSigns(root: string, serviceId: string): ReadonlyMap<string, DeprecationSign> {
  const path = join(root, 'library.sqlite')
  if (!existsSync(path)) return new Map()
  try {
    const database = openDatabaseForReading(path)
    try {
      const signs = createSqliteDeprecationStore(database).signs(serviceId)
      return new Map(signs.map((sign) => [sign.path, sign]))
    } finally {
      database.close()
    }
  } catch {
    return new Map()
  }
}
