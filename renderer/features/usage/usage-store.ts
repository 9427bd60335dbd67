import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeFailure } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type {
  UsageFacets,
  UsageNamed,
  UsagePull,
  UsageRow,
  UsageSortColumn,
  UsageSummary,
  UsageWorkspaceView,
} from '../../../shared/bridge/usage-views.ts'
import { createPager } from '../../bridge/pager.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'
import { type DateRange, isSameRange } from '../../reports/utc-dates.ts'
import type { ChoiceStorage } from './choice-storage.ts'
import { isUsable, type Preset, rangeOf } from './presets.ts'
import { shownChoice, shownWorkspaces, type WorkspaceChoice } from './shown-workspaces.ts'

export interface UsageFilterState {
  readonly text: string
  /** What its words are names of. */
  readonly named: readonly UsageNamed[]
  /** A member's or type's key; null: those without one; undefined: all. */
  readonly member: string | null | undefined
  readonly type: string | null | undefined
}

export interface UsageState {
  readonly range: DateRange
  /** Which gives the range, each day anew; null: the dates are the person's own. */
  readonly preset: Preset | null
  /** Null until first read. */
  readonly workspaces: readonly UsageWorkspaceView[] | null
  readonly chosen: WorkspaceChoice
  readonly by: 'member' | 'type'
  readonly summary: UsageSummary | null
  readonly facets: UsageFacets
  readonly rows: readonly UsageRow[] | null
  readonly hasMore: boolean
  readonly total: number
  readonly units: number
  readonly sort: UsageSortColumn
  readonly isDescending: boolean
  readonly filter: UsageFilterState
  readonly failure: BridgeFailure | null
  /** Rows are read up to one that the person goes to. */
  readonly isSeeking: boolean
  /** The row to go to, which is read; null once that is done. */
  readonly sought: number | null
  /** Why `rows` could not be read, or read on. */
  readonly rowsFailure: BridgeFailure | null
}

export interface UsagePorts {
  readonly bridge: Bridge
  readonly storage: ChoiceStorage
  /** Milliseconds. */
  readonly now: () => number
}

export interface UsageStore {
  readonly store: StoreApi<UsageState>
  /** Reads the workspaces and what is stored, and pulls what is missing. */
  open(): Promise<void>
  /** Dates that can't be used change nothing. */
  choose(range: DateRange): void
  choosePreset(preset: Preset): void
  chooseWorkspace(accountId: string | null): void
  stackBy(by: 'member' | 'type'): void
  sortBy(column: UsageSortColumn): void
  filter(change: Partial<UsageFilterState>): void
  loadMore(): Promise<void>
  /** Goes to a row, in the order that is shown; beyond the last one, to that. Reads on where it has to. */
  goTo(index: number): Promise<void>
  /** Goes to the first row of a UTC day, in the order by time; where the day has none, to the next one. */
  goToDay(date: string): Promise<void>
  /** The row is shown. */
  found(): void
  /** Reads the rows once more that could not be read. */
  retryRows(): Promise<void>
  /** Pulls what is missing; `again`: everything. Without ids, of the workspaces that are shown. */
  pull(options?: { readonly again?: boolean; readonly accountIds?: readonly string[] }): Promise<void>
  cancel(accountIds: readonly string[]): Promise<void>
  close(): void
}

const pageSize = 200
const largestPage = 2_000
const noFilter: UsageFilterState = { text: '', named: [], member: undefined, type: undefined }
const noFacets: UsageFacets = { members: [], types: [] }

export function createUsageStore({ bridge, storage, now }: UsagePorts): UsageStore {
  const store = createStore<UsageState>(() => ({
    range: rangeOf('month', now()),
    preset: 'month',
    workspaces: null,
    chosen: undefined,
    by: 'member',
    summary: null,
    facets: noFacets,
    rows: null,
    hasMore: false,
    total: 0,
    units: 0,
    sort: 'time',
    isDescending: true,
    filter: noFilter,
    failure: null,
    isSeeking: false,
    sought: null,
    rowsFailure: null,
  }))
  const workspaceReads = createStaleGuard()
  const summaryReads = createStaleGuard()
  const facetReads = createStaleGuard()

  /** Also where the browser keeps nothing. */
  let kept = storage.read()

  const accountIds = () => shownWorkspaces(store.getState()).map(({ accountId }) => accountId)
  const selection = () => ({ ...store.getState().range, accountIds: accountIds() })

  const pager = createPager<UsageRow, ProcedureOutput<'usage.list'>>({
    pageSize,
    largestPage,
    request(page) {
      const { sort, isDescending, filter } = store.getState()
      return bridge.call('usage.list', { ...selection(), ...toQuery(filter), sort, isDescending, ...page })
    },
    itemsOf: ({ rows }) => rows,
    onRead({ items, first, page, isStart }) {
      listChanges += 1
      const known = isStart ? [] : (store.getState().rows ?? [])
      store.setState({
        rows: [...known, ...items],
        hasMore: page.nextCursor !== null,
        rowsFailure: null,
        // The first page has the totals.
        ...(isStart && { total: first.total ?? 0, units: first.units ?? 0 }),
      })
    },
    onFailure(rowsFailure) {
      listChanges += 1
      store.setState({ rowsFailure })
    },
  })

  function startRows(count?: number): Promise<void> {
    listChanges += 1
    return pager.start(count)
  }

  async function readWorkspaces(): Promise<void> {
    const { response, accept } = await workspaceReads.read(bridge.call('usage.workspaces', {}))
    if (!accept()) return
    if (!response.ok) return store.setState({ failure: response.error })
    const workspaces = response.value
    const chosen = kept?.connected === connectedOf(workspaces) ? kept.chosen : undefined
    store.setState({ workspaces, chosen, failure: null })
  }

  async function readSummary(): Promise<void> {
    const { by } = store.getState()
    const { response, accept } = await summaryReads.read(bridge.call('usage.summary', { ...selection(), by }))
    if (!accept()) return
    store.setState(response.ok ? { summary: response.value, failure: null } : { failure: response.error })
  }

  async function readFacets(): Promise<void> {
    const { response, accept } = await facetReads.read(bridge.call('usage.facets', selection()))
    if (accept() && response.ok) store.setState({ facets: response.value })
  }

  let reading: Promise<void> | null = null
  let isOutdated = false

  /** Reads everything that is shown; what changes meanwhile is read once more afterwards. */
  function refresh(): Promise<void> {
    isOutdated = true
    reading ??= readUntilCurrent().finally(() => {
      reading = null
    })
    return reading
  }

  async function readUntilCurrent(): Promise<void> {
    while (isOutdated) {
      isOutdated = false
      if (accountIds().length === 0) return
      const count = store.getState().rows?.length ?? 0
      await Promise.all([readSummary(), readFacets(), startRows(Math.max(1, count))])
    }
  }

  /** Grows with every other list of rows: what is sought in an earlier one is in vain. */
  let listNumber = 0

  /** Grows with each response and each new start: where it stands still, reading on leads nowhere. */
  let listChanges = 0

  /** Reads on until `find` gives a row of what is read, or the list ends: then the last row. */
  async function seek(find: (rows: readonly UsageRow[]) => number | null): Promise<void> {
    const list = ++listNumber
    store.setState({ isSeeking: true, sought: null })
    for (let isEnd = false; ; ) {
      const { rows, hasMore, rowsFailure } = store.getState()
      const known = rows ?? []
      const found = find(known)
      if (found !== null || isEnd || (rows !== null && !hasMore)) {
        const sought = found ?? (known.length > 0 ? known.length - 1 : null)
        return store.setState({ isSeeking: false, sought })
      }
      // Reads nothing where the list is read anew meanwhile, as after each response: then it goes on with that.
      const before = listChanges
      await pager.more(largestPage)
      if (list !== listNumber) return
      const { rowsFailure: latest } = store.getState()
      isEnd = listChanges === before || (latest !== null && latest !== rowsFailure)
    }
  }

  /** Nothing of what is shown belongs to what was chosen now. */
  function showOther(change: Partial<UsageState>): void {
    for (const guard of [summaryReads, facetReads]) guard.supersede()
    pager.stop()
    listNumber += 1
    store.setState({
      summary: null,
      rows: null,
      total: 0,
      units: 0,
      hasMore: false,
      isSeeking: false,
      sought: null,
      rowsFailure: null,
      ...change,
    })
    void refresh()
  }

  function showRows(change: Partial<UsageState>): Promise<void> {
    listNumber += 1
    store.setState({
      rows: null,
      hasMore: false,
      isSeeking: false,
      sought: null,
      rowsFailure: null,
      ...change,
    })
    pager.stop()
    return startRows()
  }

  function note(pull: UsagePull): void {
    const before = store.getState().workspaces?.find(({ accountId }) => accountId === pull.accountId)?.pull
    if (!before) return void readWorkspaces()
    setPulls([pull])
    const hasEnded = before.phase !== pull.phase && (pull.phase === 'idle' || pull.phase === 'failed')
    if (pull.responses > before.responses || hasEnded) void refresh()
  }

  function setPulls(pulls: readonly UsagePull[]): void {
    const { workspaces } = store.getState()
    if (workspaces === null) return
    store.setState({
      workspaces: workspaces.map((one) => ({
        ...one,
        pull: pulls.find(({ accountId }) => accountId === one.accountId) ?? one.pull,
      })),
    })
  }

  /** Midnight may have passed: a preset is of other dates then. Returns whether it is. */
  function renewRange(): boolean {
    const { preset, range } = store.getState()
    const current = preset === null ? range : rangeOf(preset, now())
    if (isSameRange(current, range)) return false
    showOther({ range: current })
    return true
  }

  async function pull({
    again = false,
    accountIds: wanted,
  }: {
    readonly again?: boolean
    readonly accountIds?: readonly string[]
  } = {}): Promise<void> {
    const ids = shownWorkspaces(store.getState())
      .filter(({ hasKey, accountId }) => (wanted ? wanted.includes(accountId) : hasKey))
      .map(({ accountId }) => accountId)
    if (ids.length === 0) return
    renewRange()
    const response = await bridge.call('usage.pull', { ...store.getState().range, accountIds: ids, again })
    if (!response.ok) store.setState({ failure: response.error })
  }

  /** Stays so while another account's are being read. */
  let wasShown = false

  async function open(): Promise<void> {
    renewRange()
    const before = accountIds().join()
    await readWorkspaces()
    if (store.getState().workspaces === null) return
    wasShown = true
    // Another account was connected, or has a key now.
    if (before !== '' && before !== accountIds().join()) showOther({ filter: noFilter })
    await Promise.all([refresh(), pull()])
  }

  /** Another service was connected, or its key changed. */
  let known = ''
  const undo = [
    bridge.on('usage.changed', note),
    bridge.on('studio.changed', ({ service }) => {
      const account = `${service.accountId} ${service.baseUrl} ${service.keyEnding}`
      if (store.getState().workspaces !== null && renewRange()) void pull()
      const isOther = known !== '' && known !== account
      known = account
      if (isOther && wasShown) {
        showOther({ workspaces: null, chosen: undefined, facets: noFacets, filter: noFilter })
        void open()
      }
    }),
    bridge.onConnected((connected) => {
      if (connected && wasShown) void open()
    }),
  ]

  return {
    store,
    open,
    choose(range) {
      if (!isUsable(range)) return
      if (isSameRange(range, store.getState().range)) return store.setState({ preset: null })
      showOther({ range, preset: null, filter: noFilter })
      void pull()
    },
    choosePreset(preset) {
      const range = rangeOf(preset, now())
      if (isSameRange(range, store.getState().range)) return store.setState({ preset })
      showOther({ range, preset, filter: noFilter })
      void pull()
    },
    chooseWorkspace(chosen) {
      const { workspaces } = store.getState()
      const isShown = chosen === shownChoice(store.getState())
      kept = { connected: connectedOf(workspaces), chosen }
      storage.write(kept)
      if (isShown) return store.setState({ chosen })
      showOther({ chosen, filter: noFilter })
      void pull()
    },
    stackBy(by) {
      if (by === store.getState().by) return
      summaryReads.supersede()
      store.setState({ by })
      void readSummary()
    },
    sortBy(column) {
      const { sort, isDescending } = store.getState()
      // Numbers and times begin with the largest, names with the first.
      const first = column === 'time' || column === 'units'
      void showRows({ sort: column, isDescending: column === sort ? !isDescending : first })
    },
    filter(change) {
      void showRows({ filter: { ...store.getState().filter, ...change } })
    },
    loadMore: () => pager.more(),
    goTo: (index) => seek((rows) => (index < rows.length ? Math.max(0, index) : null)),
    async goToDay(date) {
      if (store.getState().sort !== 'time') await showRows({ sort: 'time', isDescending: true })
      const { isDescending } = store.getState()
      await seek((rows) => {
        const at = rows.findIndex(({ completedAt }) => {
          const day = completedAt.slice(0, 10)
          return isDescending ? day <= date : day >= date
        })
        return at < 0 ? null : at
      })
    },
    found: () => store.setState({ sought: null }),
    retryRows: () => (store.getState().rows === null ? startRows() : pager.more()),
    pull,
    async cancel(ids) {
      const response = await bridge.call('usage.cancel', { accountIds: [...ids] })
      if (response.ok) setPulls(response.value)
    },
    close() {
      for (const end of undo) end()
    },
  }
}

/** The connected account, where it has a workspace here. */
function connectedOf(workspaces: readonly UsageWorkspaceView[] | null): string | null {
  return workspaces?.find(({ isConnected }) => isConnected)?.accountId ?? null
}

/** The filter as the bridge takes it. */
export function toQuery({
  text,
  named,
  member,
  type,
}: UsageFilterState): Pick<ProcedureInput<'usage.list'>, 'text' | 'named' | 'member' | 'type'> {
  return {
    ...(text.trim() !== '' && { text: text.trim() }),
    ...(named.length > 0 && { named: [...named] }),
    ...(member !== undefined && { member }),
    ...(type !== undefined && { type }),
  }
}
