import type { UsageQuery, UsageReply, UsageService } from '../engine/usage/ports.ts'
import type { WireRow } from '../engine/usage/wire-row.ts'

/** A job of a report, with the members that a test gives. */
export function usageJob(given: Partial<WireRow> & { readonly job_id: string }): WireRow {
  return {
    user_id: 'user_01',
    user_email: 'mira@studio.example',
    type: 'image_generation',
    completed_at: '2026-11-20T10:00:00.000Z',
    compute_units: 10,
    ...given,
  }
}

export function toBody(value: unknown): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value)))
}

export interface FakeUsageService extends UsageService {
  /** The windows that were asked for, in milliseconds. */
  readonly asked: { readonly start: number; readonly end: number }[]
  readonly queries: UsageQuery[]
  /** The service's clock. */
  now: number
  jobs: readonly (WireRow & { readonly ingestedAt?: number })[]
  /** More jobs than this in a window are refused. */
  limit: number
  /** The replies to the next requests, before those that the jobs make. */
  readonly next: (UsageReply | 'job list')[]
}

/** The rules of GET /usage over jobs in memory: coverage, clamping, the limit, late ingestion. */
export function createFakeUsageService(
  given: Partial<Pick<FakeUsageService, 'now' | 'jobs' | 'limit'>> & { readonly coverageStart?: number } = {},
): FakeUsageService {
  const coverageStart = given.coverageStart ?? 0
  const service: FakeUsageService = {
    asked: [],
    queries: [],
    next: [],
    now: given.now ?? Date.parse('2026-11-20T12:00:00Z'),
    jobs: given.jobs ?? [],
    limit: given.limit ?? 30_000,
    async request(_, query, signal) {
      if (signal.aborted) return { type: 'unreachable', cause: { code: 'connection_ended' }, words: null }
      const start = readEdge(query.startDate, 0)
      const end = readEdge(query.endDate, 86_399_999)
      service.asked.push({ start, end })
      service.queries.push(query)
      const next = service.next.shift()
      if (next !== undefined && next !== 'job list') return next
      if (start > service.now || end < coverageStart)
        return refused(400, 'The window lies outside the coverage.')
      const effective = { start: Math.max(start, coverageStart), end: Math.min(end, service.now) }
      const jobs = service.jobs.filter(({ completed_at, ingestedAt }) => {
        const at = Date.parse(completed_at)
        return at >= effective.start && at <= effective.end && (ingestedAt ?? at) <= service.now
      })
      if (jobs.length > service.limit) return refused(400, 'The window holds too many jobs.')
      const report = {
        start_date: new Date(effective.start).toISOString(),
        end_date: new Date(effective.end).toISOString(),
        jobs: jobs.map(({ ingestedAt: _ingestedAt, ...job }) => job).reverse(),
      }
      return { type: 'report', body: toBody(report), serviceTime: service.now }
    },
  }

  function refused(status: number, words: string): UsageReply {
    return { type: 'refused', status, words, retryAfterMs: null, serviceTime: service.now }
  }
  return service
}

function readEdge(text: string, wholeDay: number): number {
  return Date.parse(text) + (text.length === 10 ? wholeDay : 0)
}
