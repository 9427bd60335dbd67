import type { DatabaseSync } from 'node:sqlite'
import { firstDeprecations, type ModelDeprecation } from '../models/deprecation.ts'
import { inTransaction } from './database.ts'

export interface DeprecationStore {
  find(modelId: string): ModelDeprecation | null
  list(): ModelDeprecation[]
  /** Announces an end, or changes an announcement. */
  set(deprecation: ModelDeprecation): void
}

/** The announced ends of models; a new database holds a new sandbox's announcements. */
export function createDeprecationStore(database: DatabaseSync): DeprecationStore {
  const columns = 'model_id AS modelId, sunset_date AS sunsetDate, replacement_id AS replacementId'
  const find = database.prepare(`SELECT ${columns} FROM model_deprecation WHERE model_id = ?`)
  const list = database.prepare(`SELECT ${columns} FROM model_deprecation ORDER BY model_id`)
  const put = database.prepare(`
    INSERT INTO model_deprecation (model_id, sunset_date, replacement_id) VALUES (?, ?, ?)
    ON CONFLICT (model_id) DO UPDATE SET sunset_date = excluded.sunset_date, replacement_id = excluded.replacement_id`)
  const set = ({ modelId, sunsetDate, replacementId }: ModelDeprecation) =>
    void put.run(modelId, sunsetDate, replacementId)
  if (list.all().length === 0) {
    inTransaction(database, () => {
      for (const deprecation of firstDeprecations) set(deprecation)
    })
  }
  return {
    find: (modelId) => (find.get(modelId) as ModelDeprecation | undefined) ?? null,
    list: () => list.all() as unknown as ModelDeprecation[],
    set,
  }
}
