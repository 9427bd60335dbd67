import { type RequestIds, unsignedIdPrefix } from '../engine/webhooks/ports.ts'
import type { Database } from './sqlite-database.ts'

/** How many are checked in one step: a millisecond or two. */
const idsAtOnce = 200

type Key = readonly [serviceId: string, requestId: string]

const firstKey: Key = ['', '']

/** By the primary key, so that a step costs the same however many there are and whichever stay. */
const nextIds = `SELECT service_id AS serviceId, request_id AS requestId,
    settled_at IS NOT NULL AND received_at < ? AND EXISTS (
      SELECT 1 FROM submissions AS run WHERE run.submission_id = webhook_requests.submission_id
        AND run.state = 'accepted' AND run.ended_at IS NOT NULL) AS isSpent
  FROM webhook_requests WHERE (service_id, request_id) > (?, ?) ORDER BY service_id, request_id LIMIT ?`

/** The request ids of the library's deliveries; the position of the last step is known to this process only. */
export function createSqliteRequestIds(database: Database): RequestIds {
  let last: Key = firstKey

  function forget(keys: readonly Key[]): void {
    if (keys.length === 0) return
    const remove = database.prepare('DELETE FROM webhook_requests WHERE service_id = ? AND request_id = ?')
    database.transaction(() => {
      for (const key of keys) remove.run(...key)
    })
  }

  return {
    forgetSome(before) {
      const rows = database.prepare(nextIds).all(before, ...last, idsAtOnce)
      const keys = rows.map((row): Key => [String(row.serviceId), String(row.requestId)])
      last = (keys.length === idsAtOnce && keys.at(-1)) || firstKey
      try {
        forget(keys.filter(([, id], index) => rows[index]?.isSpent === 1 && !id.startsWith(unsignedIdPrefix)))
      } catch {
        // A full disk: rows that stay do no harm and are checked again.
        last = firstKey
      }
      return last === firstKey ? 'all' : 'more'
    },
  }
}
