import { createStore, type StoreApi } from 'zustand/vanilla'
import type { MediaKind } from '../../../shared/api/media.ts'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { LedgerLine, LedgerSort, LedgerState } from '../../../shared/bridge/spend-views.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { createPager } from '../../bridge/pager.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'
import type { DateRange } from '../../reports/utc-dates.ts'

export interface LedgerFilter {
  readonly allAccounts: boolean
  readonly state: LedgerState | null
  readonly modelId: string | null
  readonly kind: MediaKind | null
  readonly search: string
  readonly sort: LedgerSort
}

export interface LedgerViewState extends LedgerFilter {
  /** Null until first read. */
  readonly lines: readonly LedgerLine[] | null
  readonly total: number
  readonly failure: BridgeFailure | null
  /** How many lines an export has read; null while there is none. */
  readonly exported: number | null
  /** The line whose details are open; null while none is. */
  readonly details: LineDetails | null
}

export interface LineDetails {
  readonly line: LedgerLine
  /** Null until it is read. */
  readonly run: SubmissionView | null
  readonly failure: BridgeFailure | null
}

/** Whose lines of which days are read. */
export interface LedgerPlace {
  readonly range: DateRange
  readonly account: string
}

export interface LedgerStore {
  readonly store: StoreApi<LedgerViewState>
  /** Reads the lines of a place, anew where it is the same: something may have changed. */
  look(place: LedgerPlace): void
  /** The lines are shown from here on: they are read, and read again with each `look`. */
  open(): void
  more(): Promise<void>
  filter(change: Partial<LedgerFilter>): void
  /** Reads again what could not be read. */
  retry(): Promise<void>
  /** Reads every line of the place; `isFiltered`: those that the filter leaves, which may be of all accounts. */
  readAll(options: { readonly isFiltered: boolean }): Promise<BridgeResult<readonly LedgerLine[]>>
  /** Shows what is known of a line’s run, and keeps it current. */
  openDetails(line: LedgerLine): void
  closeDetails(): void
  /** How far the list was scrolled, in pixels: there it opens again. */
  offset: number
  close(): void
}

const pageSize = 100
const largestPage = 500

/** No filter: the lines of the account that is shown. */
export const everything: LedgerFilter = {
  allAccounts: false,
  state: null,
  modelId: null,
  kind: null,
  search: '',
  sort: 'newest',
}

export function createLedgerStore(bridge: Bridge): LedgerStore {
  const store = createStore<LedgerViewState>(() => ({
    ...everything,
    lines: null,
    total: 0,
    failure: null,
    exported: null,
    details: null,
  }))
  const detailReads = createStaleGuard()
  let place: LedgerPlace | null = null
  let isOpen = false

  /** Which lines are shown. */
  function query({ allAccounts, state, modelId, kind, search, sort }: LedgerFilter = store.getState()) {
    const { range, account } = place ?? { range: { from: '', to: '' }, account: '' }
    return {
      ...range,
      account: allAccounts ? null : account,
      sort,
      ...(state === null ? {} : { states: [state] }),
      ...(modelId === null ? {} : { modelId }),
      ...(kind === null ? {} : { kind }),
      ...(search.trim() === '' ? {} : { search: search.trim() }),
    }
  }

  async function readDetails(line: LedgerLine): Promise<void> {
    const { response, accept } = await detailReads.read(
      bridge.call('jobs.get', { submissionId: line.submissionId }),
    )
    if (!accept()) return
    const known = { run: null, failure: null }
    const read = response.ok ? { run: response.value } : { failure: response.error }
    store.setState({ details: { line, ...known, ...read } })
  }

  /** The line is read again by its own list; its run comes with the event. */
  const undo = bridge.on('submission.changed', (run) => {
    const { details } = store.getState()
    if (details?.line.submissionId !== run.submissionId) return
    detailReads.supersede()
    store.setState({ details: { ...details, run, failure: null } })
  })

  const pager = createPager<LedgerLine, ProcedureOutput<'spend.ledger'>>({
    pageSize,
    largestPage,
    request: (page) => bridge.call('spend.ledger', { ...query(), ...page }),
    itemsOf: ({ lines }) => lines,
    onRead({ items, page, isStart }) {
      const { lines, total, details } = store.getState()
      const line = items.find(({ submissionId }) => submissionId === details?.line.submissionId)
      const known = isStart ? [] : (lines ?? [])
      store.setState({
        lines: [...known, ...items],
        total: page.total ?? total,
        failure: null,
        ...(details && line && { details: { ...details, line } }),
      })
    },
    onFailure: (failure) => store.setState({ failure }),
  })

  const ledger: LedgerStore = {
    store,
    offset: 0,
    look(next) {
      const isSame = JSON.stringify(place) === JSON.stringify(next)
      place = next
      if (!isSame) {
        ledger.offset = 0
        store.setState({ lines: null })
      }
      if (isOpen) void pager.start(Math.max(1, store.getState().lines?.length ?? 1))
    },
    open() {
      if (isOpen) return
      isOpen = true
      if (place) void pager.start()
    },
    more: () => pager.more(),
    filter(change) {
      ledger.offset = 0
      store.setState({ ...change, lines: null, failure: null })
      if (place) void pager.start()
    },
    retry: () => pager.start((store.getState().lines?.length ?? 0) + pageSize),
    async readAll({ isFiltered }) {
      const lines: LedgerLine[] = []
      let cursor: string | null = null
      // What is shown may change before the last page is read.
      const wanted = query(isFiltered ? store.getState() : everything)
      store.setState({ exported: 0 })
      try {
        do {
          const page: BridgeResult<ProcedureOutput<'spend.ledger'>> = await bridge.call('spend.ledger', {
            ...wanted,
            limit: largestPage,
            ...(cursor !== null && { cursor }),
          })
          if (!page.ok) return page
          lines.push(...page.value.lines)
          cursor = page.value.nextCursor
          store.setState({ exported: lines.length })
        } while (cursor !== null)
        return { ok: true, value: lines }
      } finally {
        store.setState({ exported: null })
      }
    },
    openDetails(line) {
      store.setState({ details: { line, run: null, failure: null } })
      void readDetails(line)
    },
    closeDetails() {
      detailReads.supersede()
      store.setState({ details: null })
    },
    close() {
      undo()
      pager.stop()
    },
  }
  return ledger
}
