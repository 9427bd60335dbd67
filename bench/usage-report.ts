import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { openDatabase } from '../main/infra/sqlite-database.ts'
import { createSqliteUsageStore } from '../main/infra/sqlite-usage-store.ts'
import { systemClock } from '../main/infra/system-clock.ts'

/** The most jobs that one report carries. */
export const reportJobs = 30_000
const minuteMs = 60_000
export const usageKey = 'a key that no report holds'

/** A report as large as they come, over three weeks: forty members, five types. */
export function makeReport(): { readonly text: string; readonly start: number; readonly end: number } {
  const end = Date.now()
  const start = end - reportJobs * minuteMs
  const types = ['image_generation', 'image_edit', 'video_generation', 'upscale', 'style_training']
  const jobs = Array.from({ length: reportJobs }, (_, index) => ({
    job_id: randomUUID(),
    user_id: `user_${String(index % 40).padStart(12, '0')}`,
    user_email: `member-${index % 40}@studio.example`,
    type: types[index % types.length],
    completed_at: new Date(end - index * minuteMs).toISOString(),
    compute_units: ((index * 7919) % 90_000) / 100,
  }))
  const edges = { start_date: new Date(start).toISOString(), end_date: new Date(end).toISOString() }
  return { text: JSON.stringify({ ...edges, jobs }), start, end }
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text))
}

/** A library with one report of this account in it. */
export async function fillLibrary(folder: string, accountId: string): Promise<void> {
  const path = join(folder, 'library.sqlite')
  const database = await openDatabase(path)
  const store = createSqliteUsageStore({ path, clock: systemClock })
  const { text, start, end } = makeReport()
  const report = { accountId, body: toBytes(text), key: usageKey, asked: { start, end }, servedAt: end }
  await store.store({ ...report, ingestionMs: 0 })
  await store.close()
  database.close()
}
