import type {
  UsageNamed,
  UsageRow,
  UsageSeries,
  UsageSortColumn,
} from '../../../shared/bridge/usage-views.ts'
import type { CodedReason } from '../../../shared/failures/reason.ts'
import type { Window } from './windows.ts'

/** The workspaces whose usage can be read, in the person's order. */
export interface UsageWorkspaces {
  list(): Promise<readonly UsageWorkspace[]>
  /** Where to ask and with which key; null where none is kept. The key goes nowhere but to that base URL. */
  access(accountId: string): Promise<UsageAccess | null>
}

export interface UsageWorkspace {
  readonly accountId: string
  readonly name: string
  readonly hasKey: boolean
  /** Its account is the one that new runs belong to. */
  readonly isConnected: boolean
}

export interface UsageAccess {
  readonly baseUrl: string
  readonly key: string
}

/** The response to one GET /usage. */
export type UsageReply =
  | {
      readonly type: 'report'
      /** The body as it came, at most `longestReportBytes`; the buffer is nobody else's. */
      readonly body: Uint8Array<ArrayBuffer>
      /** The service's clock, in milliseconds since the epoch; null where it was not sent. */
      readonly serviceTime: number | null
    }
  /** Its body is larger than any report within the interface's limits. */
  | { readonly type: 'too_large' }
  | {
      readonly type: 'refused'
      readonly status: number
      /** The service's own words, without the key; null where it said nothing readable. */
      readonly words: string | null
      readonly retryAfterMs: number | null
      readonly serviceTime: number | null
    }
  | { readonly type: 'unreachable'; readonly cause: CodedReason; readonly words: string | null }

/** The service, for usage reports. Never throws; costs nothing. If aborted, it returns `unreachable`. */
export interface UsageService {
  request(access: UsageAccess, query: UsageQuery, signal: AbortSignal): Promise<UsageReply>
}

/** The query of GET /usage: UTC calendar dates or ISO 8601 date-times. */
export interface UsageQuery {
  readonly startDate: string
  readonly endDate: string
}

/** A window that was read, as it is kept. */
export interface ReadWindow {
  readonly asked: Window
  /** As the service returned it, within the requested window. */
  readonly effective: Window
  /** Nothing before it is missing any more: what completed later may not have been ingested yet. */
  readonly finalEnd: number
  readonly readAt: number
}

/** What of a stored report the caller decides. */
export interface ReportToStore {
  readonly accountId: string
  readonly body: Uint8Array<ArrayBuffer>
  /** A report that holds it is refused, so that no repeated key is kept. */
  readonly key: string
  readonly asked: Window
  /** The service's clock or ours, in milliseconds since the epoch. */
  readonly servedAt: number
  /** How long before the end of a window a job may still be on its way into the reports, in milliseconds. */
  readonly ingestionMs: number
}

export type StoredReport =
  | {
      readonly type: 'stored'
      readonly effective: Window
      readonly jobs: number
      /** Rows that could not be read; the others were stored. */
      readonly unreadableRows: number
    }
  | { readonly type: 'unreadable'; readonly cause: CodedReason }
  /** More rows than a report may hold: half the window is asked for. */
  | { readonly type: 'too_many' }

export interface UsageSelection {
  readonly accountIds: readonly string[]
  readonly window: Window
}

export interface UsageFilter {
  /** A member's or a type's key; null: the jobs without one; undefined: all. */
  readonly member?: string | null | undefined
  readonly type?: string | null | undefined
  /** Words, each part of a job's id, its type, or its member's id or e-mail. */
  readonly text?: string | undefined
  /** Where words of the text stand in names that the reports don't have, and what these are names of. */
  readonly named?: readonly UsageNamed[] | undefined
}

export interface UsageListQuery extends UsageSelection, UsageFilter {
  readonly sort: UsageSortColumn
  readonly isDescending: boolean
  readonly cursor?: string | undefined
  readonly limit: number
}

export type KeptUsageRow = Omit<UsageRow, 'run' | 'maybeUnknownRun'>

export interface UsagePage {
  readonly rows: readonly KeptUsageRow[]
  readonly nextCursor: string | null
}

/** Units and jobs of one member or type on one day. */
export interface UsageCell {
  readonly date: string
  readonly key: string | null
  readonly units: number
  readonly jobs: number
}

/** The reports' jobs. Everything runs off the main thread; rejects with the storage's error. */
export interface UsageStore {
  /** Parses, checks and stores a report and its window; a job that is there already is replaced. */
  store(report: ReportToStore): Promise<StoredReport>
  windows(accountId: string): Promise<readonly ReadWindow[]>
  /** Resolves when nothing of the workspace is read any more; its jobs and windows are deleted in the background. */
  forget(accountId: string): Promise<void>
  list(query: UsageListQuery): Promise<UsagePage>
  totals(selection: UsageSelection & UsageFilter): Promise<{
    readonly jobs: number
    readonly units: number
    readonly members: number
    /** Jobs of which the report names no member. */
    readonly jobsWithoutMember: number
  }>
  /** By day, and by member or type. */
  cells(selection: UsageSelection & { readonly by: 'member' | 'type' }): Promise<readonly UsageCell[]>
  /** The largest first; a member's label is the latest e-mail. */
  series(selection: UsageSelection & { readonly by: 'member' | 'type' }): Promise<readonly UsageSeries[]>
  /**
   * Units of the jobs of this library's own runs, by model: those of an account that ended in the window, joined by
   * job_id.
   */
  unitsOfRuns(
    accountId: string,
    window: Window,
  ): Promise<readonly { readonly modelId: string; readonly units: number; readonly jobs: number }[]>
  close(): Promise<void>
}
