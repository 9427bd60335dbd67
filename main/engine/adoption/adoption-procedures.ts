import { type AdoptionView, mostNamedModels } from '../../../shared/bridge/adoption-procedures.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import { refuse, respond } from '../bridge-result.ts'
import { type Look, type LookWatch, readByIds, readListing, startLook, takeJobs } from './adoption.ts'
import { mayBeTaken, viewOfJob } from './foreign-job.ts'
import type { AdoptionDeps } from './ports.ts'

export interface AdoptionProceduresDeps extends AdoptionDeps {
  onChanged(view: AdoptionView): void
}

/** How long reading or taking may go on before the page is told how far it is, in milliseconds. */
const pace = 250

type Progress = Pick<AdoptionView, 'adoptionId' | 'source' | 'state' | 'total' | 'failure'>

interface Current {
  progress: Progress
  readonly look: Look
  stop: AbortController
  ended: Promise<void>
}

/** The procedures for jobs that were started elsewhere, one look at a time (ADOPT30). */
export function createAdoptionProcedures(deps: AdoptionProceduresDeps) {
  const { clock, ids } = deps
  let current: Current | null = null
  let toldAt = 0

  function tell(isLast = false): void {
    if (!current || (!isLast && clock.now() - toldAt < pace)) return
    toldAt = clock.now()
    deps.onChanged(shown(current))
  }

  const shown = (one: Current) => viewOf(one, deps.labelOf)

  function isBusy(): boolean {
    return current?.progress.state === 'reading' || current?.progress.state === 'taking'
  }

  /** Works in the background, and says so at its end. */
  function work(
    of: Current,
    state: AdoptionView['state'],
    does: (watch: LookWatch) => ReturnType<typeof readListing>,
  ) {
    of.stop = new AbortController()
    const watch = { signal: of.stop.signal, onProgress: () => tell() }
    of.ended = does(watch)
      .catch((error: unknown) => {
        if (deps.storageFailureOf(error) === null) deps.log.warn(`Jobs were not adopted: ${String(error)}.`)
        return 'storage' as const
      })
      .then((failure) => {
        of.look.pausedUntil = null
        of.progress = { ...of.progress, state, failure }
        tell(true)
      })
  }

  function look(
    progress: Pick<Progress, 'source' | 'total'>,
    serviceId: string,
    reads: (look: Look, watch: LookWatch) => ReturnType<typeof readListing>,
  ): AdoptionView {
    const begun: Current = {
      progress: { adoptionId: ids.next(), state: 'reading', failure: null, ...progress },
      look: startLook(deps, serviceId),
      stop: new AbortController(),
      ended: Promise.resolve(),
    }
    current = begun
    work(begun, 'ready', (watch) => reads(begun.look, watch))
    return shown(begun)
  }

  function found(adoptionId: string): Current | null {
    return current?.progress.adoptionId === adoptionId ? current : null
  }

  return {
    /** Ends what runs; what was taken stays. */
    async close(): Promise<void> {
      current?.stop.abort()
      await current?.ended
    },
    procedures: {
      'adoption.look'(input: ParsedInput<'adoption.look'>): BridgeResult<AdoptionView> {
        if (isBusy()) return refuse('not_possible_now', null)
        const connection = deps.connection()
        if (!connection) return refuse('service_unreachable', reasonOf('service_not_reached'))
        if (!connection.hasKey) return refuse('no_key', reasonOf('key_missing'))
        const { serviceId } = connection
        if ('jobIds' in input) {
          const { jobIds } = input
          const total = new Set(jobIds.map((id) => id.trim().toLowerCase())).size
          return respond(
            look({ source: 'ids', total }, serviceId, (its, watch) => readByIds(jobIds, its, deps, watch)),
          )
        }
        const { days } = input
        return respond(
          look({ source: 'listing', total: null }, serviceId, (its, watch) =>
            readListing(days, its, deps, watch),
          ),
        )
      },
      'adoption.jobs'({
        adoptionId,
        offset,
        limit,
      }: ParsedInput<'adoption.jobs'>): BridgeResult<ProcedureOutput<'adoption.jobs'>> {
        const of = found(adoptionId)
        if (!of) return refuse('not_found', null)
        const { found: all, models } = of.look
        const jobs = all.slice(offset, offset + limit).map((one) => viewOfJob(one, models, deps.labelOf))
        return respond({ jobs, total: all.length })
      },
      'adoption.take'({
        adoptionId,
        which,
        jobIds,
      }: ParsedInput<'adoption.take'>): BridgeResult<AdoptionView> {
        const of = found(adoptionId)
        if (!of) return refuse('not_found', null)
        if (isBusy()) return refuse('not_possible_now', null)
        if (deps.connection()?.serviceId !== of.look.serviceId) return refuse('not_possible_now', null)
        const named = new Set(jobIds.map((id) => id.toLowerCase()))
        const all = of.look.found.map(({ jobId }) => jobId.toLowerCase())
        const chosen = new Set(all.filter((jobId) => named.has(jobId) === (which === 'only')))
        of.progress = { ...of.progress, state: 'taking', failure: null }
        work(of, 'done', async (watch) => {
          try {
            return await takeJobs(chosen, of.look, deps, watch)
          } finally {
            // What was taken before a write failed counts as well.
            deps.onTaken()
          }
        })
        return respond(shown(of))
      },
      async 'adoption.cancel'({
        adoptionId,
      }: ParsedInput<'adoption.cancel'>): Promise<BridgeResult<AdoptionView>> {
        const of = found(adoptionId)
        if (!of) return refuse('not_found', null)
        of.stop.abort()
        await of.ended
        return respond(shown(of))
      },
      'adoption.current': (): BridgeResult<ProcedureOutput<'adoption.current'>> =>
        respond({
          look: current && shown(current),
          listsJobs: deps.connection()?.service.listsJobs() ?? false,
        }),
    },
  }
}

function viewOf({ progress, look }: Current, labelOf: AdoptionDeps['labelOf']): AdoptionView {
  const { counts, found, pausedUntil } = look
  const isBusy = progress.state === 'reading' || progress.state === 'taking'
  return {
    ...progress,
    ...counts,
    found: found.length,
    takeable: found.filter(mayBeTaken).length,
    models: isBusy ? [] : modelsOf(look, labelOf),
    pausedUntil: pausedUntil === null ? null : new Date(pausedUntil).toISOString(),
  }
}

/** The models of what can be taken, the most used first. */
function modelsOf({ found, models }: Look, labelOf: AdoptionDeps['labelOf']): AdoptionView['models'] {
  const counts = new Map<string | null, number>()
  for (const one of found.filter(mayBeTaken)) {
    const { modelLabel } = viewOfJob(one, models, labelOf)
    counts.set(modelLabel, (counts.get(modelLabel) ?? 0) + 1)
  }
  const named = [...counts].map(([label, jobs]) => ({ label, jobs }))
  return named.toSorted((one, other) => other.jobs - one.jobs).slice(0, mostNamedModels)
}
