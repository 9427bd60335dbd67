import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Clock } from '../engine/ports.ts'
import type { UsageStore } from '../engine/usage/ports.ts'
import { createSqliteUsageStore } from '../infra/sqlite-usage-store.ts'
import { systemClock } from '../infra/system-clock.ts'
import { openMigratedDatabase } from './migrated-library.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A usage store over a library of its own, closed with the test. */
export async function openUsageStore(
  clock: Clock = systemClock,
): Promise<{ readonly store: UsageStore; readonly path: string }> {
  const path = join(temporaryFolder(), 'library.sqlite')
  const database = await openMigratedDatabase(path)
  const store = createSqliteUsageStore({ path, clock })
  onTestFinished(async () => {
    await store.close()
    database.close()
  })
  return { store, path }
}
