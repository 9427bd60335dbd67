import { createStore, type StoreApi } from 'zustand/vanilla'
import { mostJobIds, readJobIds } from '../../shared/api/read-job-ids.ts'
import {
  type AdoptionView,
  type adoptionReaches,
  type ForeignJob,
  mostFoundOnPage,
} from '../../shared/bridge/adoption-procedures.ts'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'

export type Reach = (typeof adoptionReaches)[number]

/** What is wrong with a text of ids. */
export type IdsProblem =
  | { readonly type: 'none' }
  | { readonly type: 'too_many'; readonly most: number }
  | { readonly type: 'not_ids'; readonly words: readonly string[] }

export interface AdoptionState {
  readonly way: 'listing' | 'ids'
  readonly days: Reach
  readonly text: string
  readonly problem: IdsProblem | null
  /** Whether the service lists jobs; null while that was not read. */
  readonly listsJobs: boolean | null
  /** The look that this dialog shows. */
  readonly view: AdoptionView | null
  /** The jobs that were found, as far as they were read, by their place. */
  readonly jobs: readonly (ForeignJob | undefined)[]
  /** All that can be taken but these, or only these. */
  readonly which: 'allBut' | 'only'
  readonly named: ReadonlySet<string>
  readonly failure: BridgeFailure | null
}

/** Jobs that were started elsewhere, in one dialog: looked for, chosen, taken. */
export interface AdoptionStore {
  readonly store: StoreApi<AdoptionState>
  setWay(way: AdoptionState['way']): void
  setDays(days: Reach): void
  setText(text: string): void
  look(): Promise<void>
  cancel(): Promise<void>
  take(): Promise<void>
  /** Back to where jobs are looked for. */
  reset(): void
  toggle(job: ForeignJob): void
  selectAll(isOn: boolean): void
  /** Reads the jobs around this place, where they were not read yet. */
  readAround(place: number): void
  close(): void
}

export function isTakeable({ state }: ForeignJob): boolean {
  return state === 'ready' || state === 'running'
}

export function isChosen({ which, named }: AdoptionState, job: ForeignJob): boolean {
  return isTakeable(job) && named.has(job.jobId) === (which === 'only')
}

export function countChosen({ which, named, view }: AdoptionState): number {
  return which === 'only' ? named.size : Math.max(0, (view?.takeable ?? 0) - named.size)
}

const nothingChosen = { jobs: [], which: 'allBut', named: new Set<string>() } as const

export function createAdoptionStore(bridge: Pick<Bridge, 'call' | 'on'>): AdoptionStore {
  const store = createStore<AdoptionState>(() => ({
    ...{ way: 'listing', days: 30, text: '', problem: null, listsJobs: null },
    ...{ view: null, failure: null },
    ...nothingChosen,
  }))
  const stopListening = bridge.on('adoption.changed', note)
  /** Pages that are read, or being read, of the rows as they are now. */
  let requested = new Set<number>()

  /** An event may come before the response of the call that began it, and after the end of what it tells of. */
  function note(view: AdoptionView): void {
    const { view: shown } = store.getState()
    if (shown?.adoptionId !== view.adoptionId || !isBusy(shown)) return
    show(view)
  }

  /** The jobs of another look, and those that are still being read for it. */
  function forget(): void {
    requested = new Set()
    store.setState(nothingChosen)
  }

  function show(view: AdoptionView): void {
    const before = store.getState().view
    if (before?.adoptionId !== view.adoptionId) forget()
    store.setState({ view })
    if (isBusy(view)) return
    // What each job became is known now.
    requested = new Set()
    if (view.state === 'done' && view.done === view.chosen)
      store.setState({ which: 'only', named: new Set() })
    readAround(0)
    // Stopped, the rest stays chosen: the rows of those that were named tell which that is.
    const { jobs, named } = store.getState()
    for (const [place, job] of jobs.entries()) if (job && named.has(job.jobId)) readAround(place)
  }

  async function asked<Value>(call: Promise<BridgeResult<Value>>): Promise<Value | null> {
    store.setState({ failure: null })
    const result = await call
    store.setState({ failure: result.ok ? null : result.error })
    return result.ok ? result.value : null
  }

  async function begin(call: Promise<BridgeResult<AdoptionView>>): Promise<void> {
    const view = await asked(call)
    if (!view) return
    show(view)
    // It may have ended before this response was here.
    const now = await bridge.call('adoption.current', {})
    if (now.ok && now.value.look) note(now.value.look)
  }

  function readAround(place: number): void {
    const { view } = store.getState()
    if (!view || isBusy(view)) return
    const page = Math.floor(place / mostFoundOnPage)
    if (requested.has(page) || page * mostFoundOnPage >= Math.max(1, view.found)) return
    requested.add(page)
    void readPage(view.adoptionId, page, requested)
  }

  async function readPage(adoptionId: string, page: number, of: Set<number>): Promise<void> {
    const offset = page * mostFoundOnPage
    const result = await bridge.call('adoption.jobs', { adoptionId, offset, limit: mostFoundOnPage })
    // Read for an earlier look, or before jobs were taken.
    if (of !== requested) return
    if (!result.ok) {
      of.delete(page)
      return store.setState({ failure: result.error })
    }
    const jobs = [...store.getState().jobs]
    const named = new Set(store.getState().named)
    for (const [index, job] of result.value.jobs.entries()) {
      jobs[offset + index] = job
      if (!isTakeable(job)) named.delete(job.jobId)
    }
    store.setState({ jobs, named })
  }

  void (async () => {
    const current = await bridge.call('adoption.current', {})
    if (!current.ok) return
    const { look, listsJobs } = current.value
    store.setState({ listsJobs, ...(listsJobs ? {} : { way: 'ids' }) })
    if (look && isBusy(look) && store.getState().view === null) show(look)
  })()

  return {
    store,
    setWay: (way) => store.setState({ way, problem: null, failure: null }),
    setDays: (days) => store.setState({ days }),
    setText: (text) => store.setState({ text, problem: null }),
    async look() {
      const { way, days, text } = store.getState()
      if (way === 'listing') return begin(bridge.call('adoption.look', { days }))
      const { jobIds, others, isCut } = readJobIds(text)
      const problem = findProblem(jobIds, others, isCut)
      store.setState({ problem })
      if (!problem) await begin(bridge.call('adoption.look', { jobIds: [...jobIds] }))
    },
    async cancel() {
      const { view } = store.getState()
      const ended = view && (await asked(bridge.call('adoption.cancel', { adoptionId: view.adoptionId })))
      if (ended && store.getState().view?.adoptionId === ended.adoptionId) show(ended)
    },
    async take() {
      const { view, which, named } = store.getState()
      if (!view) return
      await begin(bridge.call('adoption.take', { adoptionId: view.adoptionId, which, jobIds: [...named] }))
    },
    reset() {
      const { view, way } = store.getState()
      // Only ids are left where nobody knows of a list.
      const isUnlisted = view?.failure === 'no_listing' || view?.failure === 'undescribed'
      forget()
      store.setState({ view: null, failure: null, problem: null, way: isUnlisted ? 'ids' : way })
    },
    toggle(job) {
      if (!isTakeable(job)) return
      const named = new Set(store.getState().named)
      if (!named.delete(job.jobId)) named.add(job.jobId)
      store.setState({ named })
    },
    selectAll: (isOn) => store.setState({ which: isOn ? 'allBut' : 'only', named: new Set() }),
    readAround,
    close: stopListening,
  }
}

export function isBusy({ state }: AdoptionView): boolean {
  return state === 'reading' || state === 'taking'
}

function findProblem(jobIds: readonly string[], words: readonly string[], isCut: boolean): IdsProblem | null {
  if (words.length > 0) return { type: 'not_ids', words }
  if (jobIds.length === 0) return { type: 'none' }
  return isCut ? { type: 'too_many', most: mostJobIds } : null
}
