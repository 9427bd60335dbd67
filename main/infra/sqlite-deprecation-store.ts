import { z } from 'zod'
import { serviceDateSchema } from '../../shared/api/service-date-schema.ts'
import type { DeprecationStore } from '../engine/catalog/ports.ts'
import type { Database } from './sqlite-database.ts'

/** A row is read whole or not at all. */
const signSchema = z.object({
  serviceId: z.string(),
  path: z.string(),
  modelId: z.string(),
  state: z.enum(['deprecated', 'sunset']),
  sunsetDate: serviceDateSchema.nullable().catch(null),
  message: z.string().nullable(),
  replacement: z.string().nullable(),
  link: z.string().nullable(),
  receivedAt: z.number(),
})

/** What endpoints reported of their end, in SQLite: a row each. */
export function createSqliteDeprecationStore(database: Database): DeprecationStore {
  return {
    signs(serviceId) {
      const rows = database
        .prepare(
          `SELECT service_id AS serviceId, path, model_id AS modelId, state, sunset_date AS sunsetDate, message,
             replacement, link, heard_at AS receivedAt
           FROM deprecation_signs WHERE service_id = ?`,
        )
        .all(serviceId)
      return rows.flatMap((row) => {
        const sign = signSchema.safeParse(row)
        return sign.success ? [sign.data] : []
      })
    },
    keep: (sign) =>
      void database
        .prepare(
          `INSERT OR REPLACE INTO deprecation_signs
             (service_id, path, model_id, state, sunset_date, message, replacement, link, heard_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(
          sign.serviceId,
          sign.path,
          sign.modelId,
          sign.state,
          sign.sunsetDate,
          sign.message,
          sign.replacement,
          sign.link,
          sign.receivedAt,
        ),
    forget: (serviceId, path) =>
      void database
        .prepare('DELETE FROM deprecation_signs WHERE service_id = ? AND path = ?')
        .run(serviceId, path),
  }
}
