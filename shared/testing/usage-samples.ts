import type { EventPayload } from '../bridge/events.ts'
import type { UsageRow } from '../bridge/usage-views.ts'

const accountIds = ['sandbox']
const range = { from: '2026-11-01', to: '2026-11-02', accountIds }
const effective = { start: '2026-11-01T00:00:00.000Z', end: '2026-11-02T11:00:00.000Z' }

export const usagePull: EventPayload<'usage.changed'> = {
  accountId: 'sandbox',
  phase: 'waiting',
  window: effective,
  jobs: 30_000,
  responses: 1,
  unreadableRows: 2,
  retryAt: '2026-11-02T11:00:30.000Z',
  failure: { kind: 'unavailable', status: 503, words: 'Reporting is busy.' },
  gaps: [{ ...effective, words: 'The window holds too many jobs.' }],
}

export const usageRow: UsageRow = {
  accountId: 'sandbox',
  jobId: 'a1b2',
  userId: 'user_01',
  userEmail: 'mira@studio.example',
  type: 'image_generation',
  completedAt: '2026-11-01T08:30:00.000Z',
  units: 12.5,
  run: null,
  maybeUnknownRun: false,
}

const series = { key: 'user_01', label: 'mira@studio.example', units: 12.5, jobs: 1 }

/** One call of each procedure for usage, and a possible response. */
export const usageSamples = {
  'usage.workspaces': {
    input: {},
    output: [{ accountId: 'sandbox', name: 'sandbox', hasKey: true, isConnected: true, pull: usagePull }],
  },
  'usage.pull': { input: range, output: [usagePull] },
  'usage.cancel': { input: { accountIds }, output: [usagePull] },
  'usage.summary': {
    input: { ...range, by: 'member' as const },
    output: {
      jobs: 1,
      units: 12.5,
      members: 1,
      jobsWithoutMember: 0,
      series: [series],
      others: null,
      days: [{ date: '2026-11-01', jobs: 1, units: 12.5, parts: [12.5] }],
      coverage: [
        {
          accountId: 'sandbox',
          effective,
          isStartClamped: false,
          isEndClamped: true,
          isWhole: true,
          readAt: effective.end,
        },
      ],
    },
  },
  'usage.facets': { input: range, output: { members: [series], types: [] } },
  'usage.list': {
    input: { ...range, sort: 'units' as const, text: 'mira' },
    output: { rows: [usageRow], nextCursor: null, total: 1, units: 12.5 },
  },
}
