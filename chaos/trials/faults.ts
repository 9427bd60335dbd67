import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { judgeRuns, type PlannedRun } from '../judge-runs.ts'
import { isHome, listRuns } from '../list-runs.ts'
import { openPaidService, type PaidService } from '../paid-service.ts'
import { pick } from '../random.ts'
import { type StudioProcess, startStudioProcess } from '../studio-process.ts'
import { acceptances, ends, faults, faultsAmid, hang, type JudgedTreatment } from '../treatments.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'

const wavesAtLeast = 5
const runsInWaveAtMost = 100
const hangs = 12
const acceptedShare = 0.15
const amidShare = 0.05
const doubleClickShare = 0.4
/** Large enough that the body does not arrive in one piece. */
const longPrompt = 600_000

/** The queue of a real studio with a service that makes every mistake (promise 1). */
export const faultsTrial: Trial = {
  promise: 1,
  what: 'a service that breaks every paid request it can',
  bar: { faults: { full: 2000, short: 200 }, 'double clicks': { full: 500, short: 50 } },
  run: tryFaults,
}

interface Field {
  readonly input: TrialInput
  readonly service: PaidService
  readonly runs: Map<string, PlannedRun>
  readonly counted: { faults: number; 'double clicks': number; unsent: number }
  readonly breaches: string[]
}

async function tryFaults(input: TrialInput): Promise<TrialOutcome> {
  const runs = new Map<string, PlannedRun>()
  const breaches: string[] = []
  const service = await openPaidService({
    treat(run) {
      const { posts, met } = service.seen(run)
      const planned = runs.get(run)?.treatments[posts]
      // A repeat of a settled run is still accepted, so that the trial continues.
      if (!planned) breaches.push(`${run} (${met.join('; ')}) was posted once more.`)
      return planned ?? pick(input.random, acceptances)
    },
    filesPerJob: 1,
    bytesPerFile: 2_000,
  })
  const counted = { faults: 0, 'double clicks': 0, unsent: 0 }
  const field: Field = { input, service, runs, counted, breaches }
  const open = () => startStudioProcess({ dataFolder: join(input.folder, 'studio'), service })
  let studio: StudioProcess | null = null
  try {
    studio = await open()
    await studio.want('settings.change', { jobsInFlight: 100 })
    await meetEnds(field, studio)
    for (let wave = 0; counted.faults < (input.atLeast.faults ?? 0); wave += 1) {
      if (wave % 5 === 1) await meetRefusal(field, studio)
      else if (wave % 5 === 3) await meetResets(field, studio)
      else await meetFaults(field, studio)
    }
    await endTrialOfBalance(field, studio)
    await confirm(
      field,
      studio,
      planRuns(field, hangs, () => [hang]),
    )
    await until('every request hangs', () => (countHanging(field) === hangs ? true : null))
    await studio.stop()
    studio = await open()
    counted.faults += hangs
    const restarted = studio
    const views = await until('every job is home', () => whenAllHome(restarted))
    breaches.push(...judgeRuns(runs, service, views))
    return { counted: { ...counted, ...countStates(views) }, breaches }
  } finally {
    await studio?.kill()
    await service.close()
  }
}

/** One run for each response that ends a model; afterwards the studio no longer offers that model. */
async function meetEnds(field: Field, studio: StudioProcess): Promise<void> {
  await studio.want('jobs.pause', {})
  const planned = ends.flatMap((end) => planRuns(field, 5, () => [end], 'i5'))
  await confirm(field, studio, planned)
  await settle(field, studio)
}

function runsInWave({ input: { atLeast } }: Field): number {
  return Math.min(runsInWaveAtMost, Math.ceil((atLeast.faults ?? 0) / wavesAtLeast))
}

async function meetFaults(field: Field, studio: StudioProcess): Promise<void> {
  await studio.want('jobs.pause', {})
  await confirm(
    field,
    studio,
    planRuns(field, runsInWave(field), () => planTreatments(field.input.random)),
  )
  await settle(field, studio)
}

/**
 * After an empty balance one run at a time is sent until one is accepted (JOB63): has one accepted, so that those that
 * follow are on the wire together.
 */
async function endTrialOfBalance(field: Field, studio: StudioProcess): Promise<void> {
  const accepted = planRuns(field, 1, () => [pick(field.input.random, acceptances)])
  await confirm(field, studio, accepted)
  await settle(field, studio)
}

/** Nothing listens: waiting runs are provably unsent, and are sent once when the service is back. */
async function meetRefusal(field: Field, studio: StudioProcess): Promise<void> {
  await endTrialOfBalance(field, studio)
  await studio.want('jobs.pause', {})
  const planned = planRuns(field, runsInWave(field), () => planTreatments(field.input.random))
  await confirm(field, studio, planned)
  await field.service.refuse()
  for (let round = 0; round < 2; round += 1) {
    await studio.want('jobs.resume', {})
    await until('all are unsent and the queue is held', async () => {
      const { hold } = await studio.want('studio.status', {})
      const unsent = await listRuns(studio, ['unsent'])
      return unsent.length === planned.length && hold?.reason === 'unreachable' ? true : null
    })
    field.counted.faults += planned.length
    field.counted.unsent += planned.length
  }
  await field.service.listen()
  await settle(field, studio)
}

/** Each connection is open for a moment and is reset before a byte is read. */
async function meetResets(field: Field, studio: StudioProcess): Promise<void> {
  await endTrialOfBalance(field, studio)
  await studio.want('jobs.pause', {})
  const resetsBefore = field.service.resets()
  const planned = planRuns(field, Math.ceil(runsInWave(field) / 2), () => planTreatments(field.input.random))
  await confirm(field, studio, planned)
  field.service.resetConnections(true)
  await studio.want('jobs.resume', {})
  await until('every connection is reset', () =>
    field.service.resets() - resetsBefore >= planned.length ? true : null,
  )
  field.counted.faults += planned.length
  field.service.resetConnections(false)
  await settle(field, studio)
}

function planTreatments(random: () => number): JudgedTreatment[] {
  if (random() < acceptedShare) return [pick(random, acceptances)]
  if (random() < amidShare) return [pick(random, faultsAmid)]
  const fault = pick(random, faults)
  return fault.isDefinite ? [fault, ...planTreatments(random)] : [fault]
}

function planRuns(
  { runs }: Field,
  count: number,
  treatments: () => JudgedTreatment[],
  modelId = 'i3',
): PlannedRun[] {
  return Array.from({ length: count }, () => {
    const run = `run-${runs.size}`
    const planned = { run, submissionId: randomUUID(), modelId, treatments: treatments() }
    const isLong = planned.treatments.some((treatment) => faultsAmid.includes(treatment))
    const whole = { ...planned, prompt: `${run} ${'a quiet sea '.repeat(isLong ? longPrompt / 12 : 1)}` }
    runs.set(run, whole)
    return whole
  })
}

/** Confirms as a page does, some with a double click. */
async function confirm(field: Field, studio: StudioProcess, planned: readonly PlannedRun[]): Promise<void> {
  for (let from = 0; from < planned.length; from += 10) {
    await Promise.all(
      planned.slice(from, from + 10).flatMap((run) => {
        const isDouble = field.input.random() < doubleClickShare
        if (isDouble) field.counted['double clicks'] += 1
        return isDouble ? [confirmOne(studio, run), confirmOne(studio, run)] : [confirmOne(studio, run)]
      }),
    )
  }
}

function confirmOne(studio: StudioProcess, { submissionId, modelId, prompt }: PlannedRun): Promise<unknown> {
  return studio.want('jobs.confirm', {
    submissionIds: [submissionId],
    modelId,
    values: { prompt },
    estimate: { kind: 'unlisted' },
  })
}

/** Resumes as often as the queue is held, until nothing is under way; then checks each response's fault once. */
async function settle(field: Field, studio: StudioProcess): Promise<void> {
  const before = countFaults(field)
  await until(
    'nothing waits and no job is under way any more',
    async () => {
      const { hold, jobsRunning } = await studio.want('studio.status', {})
      if (hold) await studio.want('jobs.resume', {})
      const open = await listRuns(studio, ['confirmed', 'sending', 'unsent'])
      // What waits for a model that has ended is held for good (JOB96).
      const coming = open.filter(({ problem }) => problem?.code !== 'model_sunset')
      return coming.length + jobsRunning === 0 ? true : null
    },
    60_000,
  )
  field.counted.faults += countFaults(field) - before
}

/** Requests that had a fault so far. */
function countFaults({ runs, service }: Field): number {
  const met = [...runs].map(([run, { treatments }]) => {
    const { posts } = service.seen(run)
    return treatments.slice(0, posts).filter(({ isFault }) => isFault).length
  })
  return met.reduce((sum, count) => sum + count, 0)
}

function countHanging({ runs, service }: Field): number {
  return [...runs.keys()].filter((run) => service.seen(run).met.at(-1) === hang.name).length
}

async function whenAllHome(studio: StudioProcess): Promise<SubmissionView[] | null> {
  const views = await listRuns(studio)
  return views.every((view) => view.state !== 'accepted' || isHome(view)) ? views : null
}

function countStates(views: readonly SubmissionView[]): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(views, ({ state }) => state)].map(([state, of]) => [state, of.length]),
  )
}
