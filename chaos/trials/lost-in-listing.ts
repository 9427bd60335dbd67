import { join } from 'node:path'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { listRuns } from '../list-runs.ts'
import { shuffle } from '../random.ts'
import { startStudioProcess } from '../studio-process.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'
import { until } from '../until.ts'
import { type Dialect, dialects } from '../wire/listing-dialects.ts'
import { type Fate, type ListingService, openListingService } from '../wire/listing-service.ts'
import { quickNow } from '../wire/quick-now.ts'
import { confirmRuns, prepare } from '../wire/runs.ts'

const times = 60
const jobsListed = 429
const respondedRuns = 4
const lostOfEach = 10
/** By then a run that a whole listing lacks is reported absent. */
const sureAfterMs = 6 * 60_000
const longAgoMs = 2 * 3_600_000

/**
 * Lost responses, with the job made and without, in a listing of 429 jobs at 50 per page that others fill too,
 * in many forms: each job is matched to its run, each run without one is reported absent, where the listing
 * shows everything; where it does not, neither is claimed falsely. Nothing is posted again.
 */
export const lostInListingTrial: Trial = {
  promise: 1,
  what: 'lost responses in a long listing',
  bar: { 'lost responses': { full: 220, short: 40 } },
  async run(input) {
    const counted = { 'lost responses': 0, found: 0, absent: 0, pages: 0 }
    const breaches: string[] = []
    for (const [index, dialect] of dialects.entries()) {
      if (counted['lost responses'] >= (input.atLeast['lost responses'] ?? 0)) break
      const folder = join(input.folder, String(index))
      const outcome = await loseIn(dialect, { ...input, folder })
      for (const name of Object.keys(counted) as (keyof typeof counted)[])
        counted[name] += outcome.counted[name] ?? 0
      breaches.push(...outcome.breaches.map((breach) => `With ${dialect.name}: ${breach}`))
    }
    return { counted, breaches }
  },
}

async function loseIn(dialect: Dialect, { folder, random }: TrialInput): Promise<TrialOutcome> {
  const quick = { since: Date.now(), times }
  const fates: readonly Fate[] = shuffle(random, [
    ...Array<Fate>(respondedRuns).fill('responded'),
    ...Array<Fate>(lostOfEach).fill('made and lost'),
    ...Array<Fate>(lostOfEach).fill('lost'),
  ])
  const prompts = fates.map((_, index) => `run ${index} of ${dialect.name}`)
  const fateOf = (prompt: string) => fates[prompts.indexOf(prompt)] ?? 'responded'
  const service = await openListingService({ dialect, fateOf, now: () => quickNow(quick) })
  const studio = await startStudioProcess({
    dataFolder: folder,
    service,
    inside: { module: 'quick-time.ts', env: { CHAOS_QUICK: `${quick.since} ${quick.times}` } },
  })
  try {
    service.addOthers(100, longAgoMs)
    await prepare(studio)
    for (const prompt of prompts) {
      await confirmRuns(studio, [prompt])
      service.addOthers(3)
    }
    await until('every run was posted', () =>
      prompts.every((one) => service.postsOf(one) > 0) ? true : null,
    )
    service.addOthers(Math.max(0, jobsListed - service.listed()))
    const runs = await until(
      'the listing has said something of every lost run',
      async () => {
        const found = await listRuns(studio)
        return found.every((run) => isReported(run, dialect)) ? found : null
      },
      90_000,
    )
    const reported = judge({ runs, service, fateOf, dialect })
    return {
      ...reported,
      counted: { ...reported.counted, 'lost responses': 2 * lostOfEach, pages: service.pagesRequested() },
    }
  } finally {
    await studio.stop()
    await service.close()
  }
}

/**
 * Whether the listing's verdict is known: the final one, where it shows everything; else the first possible
 * one.
 */
function isReported({ state, problem, sentAt }: SubmissionView, { isHonest }: Dialect): boolean {
  if (state === 'accepted') return true
  if (state !== 'unknown' || !problem?.listing) return false
  const readAfterMs = Date.parse(problem.listing.at) - Date.parse(sentAt ?? '')
  return isHonest ? problem.listing.outcome === 'absent' : readAfterMs > sureAfterMs
}

interface Checked {
  readonly runs: readonly SubmissionView[]
  readonly service: ListingService
  fateOf(prompt: string): Fate
  readonly dialect: Dialect
}

function judge({ runs, service, fateOf, dialect }: Checked): TrialOutcome {
  const breaches: string[] = []
  const counted = { found: 0, absent: 0 }
  for (const { values, state, job, problem } of runs) {
    const prompt = String(values.prompt)
    const posts = service.postsOf(prompt)
    const [own] = service.jobsOf(prompt)
    const isAbsent = state === 'unknown' && problem?.listing?.outcome === 'absent'
    const hasOwn = state === 'accepted' && job?.jobId === own
    if (posts !== 1) breaches.push(`${prompt} was posted ${posts} times.`)
    if (state === 'accepted' && !hasOwn) breaches.push(`${prompt} has a job that is not its own.`)
    if (isAbsent && own !== undefined) breaches.push(`${prompt} was made and is said to be absent.`)
    if (isAbsent && !dialect.isHonest)
      breaches.push(`${prompt} is said to be absent, which nobody could know.`)
    if (dialect.isHonest && !(own === undefined ? isAbsent : hasOwn))
      breaches.push(`${prompt} (${fateOf(prompt)}) is ${state}: ${problem?.listing?.outcome}.`)
    if (isAbsent) counted.absent += 1
    if (hasOwn && fateOf(prompt) === 'made and lost') counted.found += 1
  }
  return { counted, breaches }
}
