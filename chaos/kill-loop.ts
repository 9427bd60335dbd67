import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Life, type LiveOnce, liveInBrowser, liveInTerminal, type NewRun } from './hosts.ts'
import { findBrokenFiles, findOrphans, type LibraryAtRest, readLibraryAtRest } from './library-at-rest.ts'
import { openPaidService, type PaidRequest, type PaidService, type Treatment } from './paid-service.ts'
import { pick } from './random.ts'
import { acceptances } from './treatments.ts'

/**
 * How a life ends: at one of its own steps, when the service has reached a point, or some time after its start.
 */
export type WayToDie = 'step' | 'request here' | 'response written' | 'time'

export interface KillLoop {
  readonly folder: string
  readonly kills: number
  readonly random: () => number
  readonly lives: readonly LiveOnce[]
  readonly ways: readonly WayToDie[]
  readonly runsPerLife: number
  readonly filesPerJob: number
  readonly bytesPerFile: number
  /** The steps of the kills, in order: from this one, in increments of this many. */
  readonly firstStep: number
  readonly everyStep: number
  /** A whole life has about so many steps. */
  readonly stepsOfLife: number
}

export interface KillLoopOutcome {
  readonly kills: number
  /** How many different steps had a kill, by name. */
  readonly steps: ReadonlySet<string>
  readonly states: readonly string[]
  readonly saved: number
  readonly breaches: readonly string[]
}

const longestWaitMs = 1_200

interface Field extends KillLoop {
  readonly dataFolder: string
  readonly service: PaidService
  readonly trace: string
  readonly confirmed: Set<string>
  readonly wereSending: Set<string>
  readonly steps: Set<string>
  readonly breaches: string[]
  /** Kills the current life, where that is possible from outside; set by a way to die. */
  kill: () => void
  armed: WayToDie | null
}

/**
 * One library through many lives, all but the last ended by kill -9; inspected while no process has it open,
 * and at the end.
 */
export async function runKillLoop(loop: KillLoop): Promise<KillLoopOutcome> {
  const service = await openPaidService({ treat: () => treatmentFor(field), ...loop })
  const field: Field = {
    ...loop,
    service,
    dataFolder: join(loop.folder, 'studio'),
    trace: join(loop.folder, 'steps.txt'),
    confirmed: new Set(),
    wereSending: new Set(),
    steps: new Set(),
    breaches: [],
    kill: () => undefined,
    armed: null,
  }
  try {
    let kills = 0
    let unreceived: NewRun[] = []
    for (let life = 0; kills < loop.kills; life += 1) {
      const live = pick(loop.random, loop.lives)
      // The command line makes a new id each time, so it can't confirm a run again whose response it never got.
      const again = live === liveInTerminal ? [] : unreceived
      const runs = [...again, ...newRuns(loop, life)]
      const { wasKilled, confirmed } = await dieOnce(field, life, live, runs)
      if (wasKilled) kills += 1
      for (const id of confirmed) field.confirmed.add(id)
      if (live !== liveInTerminal)
        unreceived = runs.filter(({ submissionId }) => !field.confirmed.has(submissionId)).slice(0, 2)
      judgeAtRest(field)
    }
    return { kills, steps: field.steps, breaches: field.breaches, ...(await liveToTheEnd(field)) }
  } finally {
    await service.close()
  }
}

function newRuns({ runsPerLife }: KillLoop, life: number): NewRun[] {
  return Array.from({ length: runsPerLife }, (_, index) => ({
    submissionId: randomUUID(),
    prompt: `run-${life * runsPerLife + index} a quiet sea`,
  }))
}

async function dieOnce(field: Field, life: number, live: LiveOnce, runs: readonly NewRun[]) {
  const way = pick(field.random, field.ways)
  const isFromOutside = way !== 'step' && live === liveInBrowser
  const step = isFromOutside ? 0 : 1 + ((field.firstStep + life * field.everyStep) % field.stepsOfLife)
  rmSync(field.trace, { force: true })
  field.armed = isFromOutside ? way : 'step'
  let timer: NodeJS.Timeout | undefined
  const outcome = await live({
    ...lifeOver(field, runs),
    env: {
      ATELIER_KILL_AT: String(step),
      ATELIER_KILL_TRACE: field.trace,
      ATELIER_KILL_PORT: new URL(field.service.url).port,
    },
    onStarted(kill) {
      field.kill = () => void kill()
      if (isFromOutside && way === 'time') timer = setTimeout(field.kill, field.random() * longestWaitMs)
    },
  })
  clearTimeout(timer)
  field.kill = () => undefined
  if (step > 0 && outcome.wasKilled) field.steps.add(lastStep(field.trace))
  return outcome
}

function lifeOver({ dataFolder, service }: Field, runs: readonly NewRun[]): Omit<Life, 'env'> {
  return { dataFolder, service, runs, onStarted: () => undefined }
}

/** Every job is accepted; what differs is whether the studio lives to receive the response. */
function treatmentFor(field: Field): Treatment {
  const taken = acceptances[0] as Treatment
  return {
    name: taken.name,
    at: field.armed === 'request here' ? 'name' : 'whole',
    act(request: PaidRequest) {
      if (field.armed === 'request here') return field.kill()
      taken.act(request)
      if (field.armed === 'response written') field.kill()
    },
  }
}

/** Invariants whenever no process has the library open. */
function judgeAtRest(field: Field): void {
  const library = readLibraryAtRest(field.dataFolder)
  if (!library) return
  const after = lastStep(field.trace)
  const say = (breach: string) => field.breaches.push(`${breach} (killed at: ${after})`)
  for (const damage of library.damage) say(damage)
  for (const broken of findBrokenFiles(field.dataFolder, library, field.service.digests)) say(broken)
  const known = new Set(library.runs.map(({ submissionId }) => submissionId))
  for (const id of field.confirmed) if (!known.has(id)) say(`The confirmed run ${id} is lost.`)
  for (const { run, submissionId, state } of library.runs) {
    const { posts } = field.service.seen(run)
    if (posts > 1) say(`${run} was posted ${posts} times.`)
    if (posts > 0 && (state === 'confirmed' || state === 'unsent')) say(`${run} was posted and is ${state}.`)
    if (state === 'unknown' && !field.wereSending.has(submissionId))
      say(`${run} is unknown and was never sending.`)
    if (state === 'sending') field.wereSending.add(submissionId)
  }
}

/** The last life is not killed until everything is downloaded; then nothing may be lost, doubled or left over. */
async function liveToTheEnd(field: Field): Promise<Pick<KillLoopOutcome, 'states' | 'saved'>> {
  field.armed = null
  // Twice: the second start finds what the first left over.
  for (const _ of [1, 2]) {
    const life = liveInBrowser({ ...lifeOver(field, []), env: {} })
    await life.catch((error: Error) => field.breaches.push(error.message))
  }
  judgeAtRest(field)
  const library = readLibraryAtRest(field.dataFolder)
  if (!library) throw new Error('There is no library in the end.')
  field.breaches.push(...findOrphans(field.dataFolder, library), ...judgeEnds(field, library))
  return {
    states: library.runs.map(({ state }) => state),
    saved: library.files.filter(({ state }) => state === 'saved').length,
  }
}

function judgeEnds({ wereSending, service }: Field, { runs }: LibraryAtRest): string[] {
  return runs.flatMap(({ run, submissionId, state, jobId }) => {
    const { jobs } = service.seen(run)
    if (wereSending.has(submissionId))
      return state === 'unknown' ? [] : [`${run} was cut off and is ${state}.`]
    if (state !== 'accepted') return [`${run} was never cut off and is ${state}.`]
    return jobId !== null && jobs.includes(jobId)
      ? []
      : [`${run} has the job ${jobId}, which is not its own.`]
  })
}

function lastStep(trace: string): string {
  const text = existsSync(trace) ? readFileSync(trace, 'utf8') : ''
  return text.trimEnd().split('\n').at(-1) ?? ''
}
