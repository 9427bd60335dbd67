import { createStore, type StoreApi } from 'zustand/vanilla'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import type { Estimate } from '../../../../shared/pricing/estimate.ts'
import { createRepricer } from '../../../actions/price-again.ts'
import { createStaleGuard } from '../../../bridge/stale-guard.ts'
import {
  type Confirmed,
  createLatest,
  isOpen,
  mostKept,
  type RequestedRun,
  type RunConfirmation,
  type RunIds,
  type RunRequest,
  type VariedRun,
} from '../composer/run-confirmation.ts'
import { type RunPhase, readRunPhase } from '../runs/run-phase.ts'

/** A run's settings as they would be sent now. */
export interface RetryOffer {
  readonly run: SubmissionView
  readonly modelId: string
  readonly values: Readonly<Record<string, unknown>>
  readonly estimate: Estimate
}

type RetryOffers = ReadonlyMap<string, RetryOffer | null>

/** Retries of runs that ended without a result, with what each would cost, and variations of those that have one. */
export interface RetryStore {
  /** By submission id: the request of a retry, at the prices of the catalogue that was read last; null for none. */
  readonly store: StoreApi<RetryOffers>
  /** The question that the person has to answer first. */
  readonly confirmation: RunConfirmation
  /**
   * Prices the retries of these runs; known ones stay until then. A run of another account than the active one, or whose
   * model no longer accepts its settings unchanged, has none: it has to be loaded into the form.
   */
  price(runs: readonly SubmissionView[]): Promise<void>
  /** Confirms new runs, all or none, at the prices that were shown. */
  retry(wanted: readonly RetryOffer[]): Promise<Confirmed>
  /**
   * Confirms one more run, at the price that was shown. Null where one more like this file is on its way. After a lost
   * response the next one like it is the same run, with the same seed.
   */
  vary(run: VariedRun): Promise<Confirmed | null>
}

export interface RetryStoreDeps {
  readonly confirmation: RunConfirmation
  readonly newId: () => string
  /** The active account as last read; null until then. */
  readonly account: () => string | null
  readonly detail: (modelId: string) => Promise<BridgeResult<ModelDetail>>
  /** Called with the new runs, in the order of those they retry. */
  readonly onConfirmed: (runs: readonly SubmissionView[]) => void
}

/** Without a result, and certainly without a charge: such a run leaves its place in its batch. */
const freePhases: ReadonlySet<RunPhase> = new Set(['failed', 'cancelled', 'withdrawn'])

export function createRetryStore(deps: RetryStoreDeps): RetryStore {
  const { confirmation, newId, account, detail, onConfirmed } = deps
  const store = createStore<RetryOffers>(() => new Map())
  /** Prices of an older catalogue never replace newer ones. */
  const guard = createStaleGuard<string>()
  /** By file: runs like it that may exist although they are not known to, each with its seed. */
  const openVariations = createLatest<{ readonly values: VariedRun['values']; readonly ids: RunIds }>(
    mostKept,
  )
  const varying = new Set<string>()

  async function confirm(request: RunRequest): Promise<Confirmed> {
    const outcome = await confirmation.confirm(request)
    if (outcome.kind === 'confirmed') onConfirmed(outcome.runs)
    return outcome
  }

  async function confirmVariation({ account: madeBy, likeFile, ...run }: VariedRun): Promise<Confirmed> {
    const variation = openVariations.get(likeFile) ?? {
      values: run.values,
      ids: { batchId: newId(), submissionIds: [newId()] },
    }
    const { values, ids } = variation
    const outcome = await confirm({ runs: [{ ...run, values }], sheet: null, account: madeBy, likeFile, ids })
    if (isOpen(outcome)) openVariations.set(likeFile, variation)
    else openVariations.delete(likeFile)
    return outcome
  }

  return {
    store,
    confirmation,
    async price(runs) {
      if (runs.length === 0) return
      const ids = runs.map(({ submissionId }) => submissionId)
      for (const id of ids) guard.note(id)
      const { response: priced, events } = await guard.read(priceRuns(ofAccount(runs, account()), detail))
      const known = new Map(store.getState())
      for (const id of ids.filter((one) => !events.includes(one))) known.set(id, priced.get(id) ?? null)
      store.setState(known, true)
    },
    async retry(wanted) {
      const runs = wanted.map(({ run, modelId, values, estimate }) => ({
        modelId,
        values,
        estimate,
        retryOf: retryOf(run),
      }))
      const [first] = wanted
      return confirm({ runs, sheet: null, ...(first && { account: first.run.account }) })
    },
    async vary(run) {
      const { likeFile } = run
      if (varying.has(likeFile)) return null
      varying.add(likeFile)
      return confirmVariation(run).finally(() => varying.delete(likeFile))
    },
  }
}

function retryOf(run: SubmissionView): NonNullable<RequestedRun['retryOf']> {
  const { submissionId } = run
  const phase = readRunPhase(run)
  // What its price holds is canceled by the write of the one that is sent in its place (JOB81).
  return { submissionId, takesPlace: freePhases.has(phase), ...(phase === 'held' && { replaces: true }) }
}

function ofAccount(runs: readonly SubmissionView[], account: string | null): readonly SubmissionView[] {
  return runs.filter((run) => account === null || run.account === account)
}

/** Those of these runs that can be retried unchanged by this account. */
export function offersFor(
  runs: readonly SubmissionView[],
  known: RetryOffers,
  account: string | null,
): readonly RetryOffer[] {
  return ofAccount(runs, account).flatMap(({ submissionId }) => known.get(submissionId) ?? [])
}

async function priceRuns(
  runs: readonly SubmissionView[],
  detail: RetryStoreDeps['detail'],
): Promise<ReadonlyMap<string, RetryOffer>> {
  const priced = new Map<string, RetryOffer>()
  for (const [modelId, some] of Map.groupBy(runs, (run) => run.modelId)) {
    const result = await detail(modelId)
    const offerOf = result.ok ? createOfferer(result.value) : null
    for (const run of some) {
      const offer = offerOf?.(run)
      if (offer) priced.set(run.submissionId, offer)
    }
  }
  return priced
}

/** Null where the model takes no more runs. */
function createOfferer(detail: ModelDetail): ((run: SubmissionView) => RetryOffer | null) | null {
  const reprice = createRepricer(detail)
  return (
    reprice &&
    ((run) => {
      const again = reprice(run.values)
      return again && { run, modelId: again.modelId, values: again.values, estimate: again.estimate }
    })
  )
}
