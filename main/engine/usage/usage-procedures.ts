import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { UsageRow } from '../../../shared/bridge/usage-views.ts'
import { respond } from '../bridge-result.ts'
import type { UsageStore, UsageWorkspaces } from './ports.ts'
import { coverageOf, summarizeUsage } from './summarize.ts'
import type { UsagePulls } from './usage-pulls.ts'
import { windowOfDates } from './windows.ts'

export interface UsageProceduresDeps {
  readonly workspaces: UsageWorkspaces
  readonly pulls: UsagePulls
  readonly store: UsageStore
  /** The run of this studio that a job belongs to; null where there is none. */
  findRun(jobId: string): UsageRow['run']
  /** When the first of this account's runs whose outcome is unknown was sent; null where there is none. */
  firstUnknown(accountId: string): number | null
  /** Removes keys from what a service said. */
  mask<Value>(value: Value): Value
}

export function createUsageProcedures({
  workspaces,
  pulls,
  store,
  findRun,
  firstUnknown,
  mask,
}: UsageProceduresDeps) {
  function selectionOf({ accountIds, ...range }: { accountIds: string[]; from: string; to: string }) {
    return { accountIds: [...new Set(accountIds)], window: windowOfDates(range) }
  }

  return {
    async 'usage.workspaces'() {
      const all = await workspaces.list()
      return respond(all.map((one) => ({ ...one, pull: pulls.of(one.accountId) })))
    },
    async 'usage.pull'({ again, ...input }: ParsedInput<'usage.pull'>) {
      const { accountIds, window } = selectionOf(input)
      const known = new Set((await workspaces.list()).map(({ accountId }) => accountId))
      return respond(
        accountIds.filter((id) => known.has(id)).map((accountId) => pulls.start(accountId, window, again)),
      )
    },
    'usage.cancel': ({ accountIds }: ParsedInput<'usage.cancel'>) => respond(accountIds.map(pulls.cancel)),
    async 'usage.summary'({ by, ...input }: ParsedInput<'usage.summary'>) {
      const selection = selectionOf(input)
      const [series, cells, totals, windows] = await Promise.all([
        store.series({ ...selection, by }),
        store.cells({ ...selection, by }),
        store.totals(selection),
        Promise.all(
          selection.accountIds.map(async (id) => coverageOf(id, selection.window, await store.windows(id))),
        ),
      ])
      const { members, jobsWithoutMember } = totals
      const { window } = selection
      const summary = summarizeUsage({ window, series, cells, members, jobsWithoutMember })
      return respond<ProcedureOutput<'usage.summary'>>({ ...mask(summary), coverage: windows })
    },
    async 'usage.facets'(input: ParsedInput<'usage.facets'>) {
      const selection = selectionOf(input)
      const [members, types] = await Promise.all([
        store.series({ ...selection, by: 'member' }),
        store.series({ ...selection, by: 'type' }),
      ])
      return respond<ProcedureOutput<'usage.facets'>>(
        mask({ members: members.slice(0, mostFacets), types: types.slice(0, mostFacets) }),
      )
    },
    async 'usage.list'({
      member,
      type,
      text,
      named,
      sort,
      isDescending,
      cursor,
      limit,
      ...input
    }: ParsedInput<'usage.list'>) {
      const selection = { ...selectionOf(input), member, type, text, named }
      const [page, totals] = await Promise.all([
        store.list({ ...selection, sort, isDescending, cursor, limit }),
        cursor === undefined ? store.totals(selection) : null,
      ])
      const unknownSince = new Map(selection.accountIds.map((id) => [id, firstUnknown(id)]))
      const rows = mask(page.rows).map((row) => {
        const run = findRun(row.jobId)
        const since = unknownSince.get(row.accountId) ?? Infinity
        const completedAt = Date.parse(row.completedAt) + clockToleranceMs
        return { ...row, run, maybeUnknownRun: run === null && completedAt >= since }
      })
      return respond<ProcedureOutput<'usage.list'>>({
        rows,
        nextCursor: page.nextCursor,
        total: totals?.jobs ?? null,
        units: totals?.units ?? null,
      })
    },
  }
}

/** How far a service's clock may be behind this one. */
const clockToleranceMs = 5 * 60_000

/** More than a person would look through in a list. */
const mostFacets = 500
