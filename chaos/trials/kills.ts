import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { liveInBrowser, liveInTerminal, liveOnDesktop } from '../hosts.ts'
import { type KillLoop, type KillLoopOutcome, runKillLoop } from '../kill-loop.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'

/** Two libraries side by side, each through half of the kills. */
const lanes = 2

/** The paid request on every host, killed at every step (promise 1). */
export const killsTrial: Trial = {
  promise: 1,
  what: 'kill -9 at every step of a run, on every host',
  // Every fourth kill comes from outside, and a random step may repeat.
  bar: { kills: { full: 200, short: 8 }, steps: { full: 60, short: 3 } },
  run: (input) =>
    inLanes(input, {
      // Mostly the browser host: it can be killed from outside as well.
      lives: [liveInBrowser, liveInBrowser, liveInBrowser, liveInTerminal, liveOnDesktop],
      ways: ['step', 'step', 'step', 'step', 'request here', 'response written', 'time'],
      runsPerLife: 1,
      filesPerJob: 1,
      bytesPerFile: 200_000,
      stepsOfLife: 150,
    }),
}

/** Many runs being downloaded, killed at any time (promise 12). */
export const libraryTrial: Trial = {
  promise: 12,
  what: 'kill -9 while results come home, then the library against its files',
  bar: { kills: { full: 200, short: 6 } },
  run: (input) =>
    inLanes(input, {
      lives: [liveInBrowser],
      ways: ['time', 'step'],
      runsPerLife: 3,
      filesPerJob: 3,
      bytesPerFile: 400_000,
      stepsOfLife: 320,
    }),
}

type Shape = Pick<KillLoop, 'lives' | 'ways' | 'runsPerLife' | 'filesPerJob' | 'bytesPerFile' | 'stepsOfLife'>

async function inLanes({ atLeast, folder, random }: TrialInput, shape: Shape): Promise<TrialOutcome> {
  const kills = Math.ceil((atLeast.kills ?? 0) / lanes)
  const outcomes = await Promise.all(
    Array.from({ length: lanes }, (_, lane) => {
      const own = join(folder, `lane-${lane}`)
      mkdirSync(own)
      const firstStep = Math.floor(random() * 1000)
      return runKillLoop({ ...shape, folder: own, kills, random, firstStep, everyStep: 7 })
    }),
  )
  return { counted: countOutcomes(outcomes), breaches: outcomes.flatMap(({ breaches }) => breaches) }
}

function countOutcomes(outcomes: readonly KillLoopOutcome[]): Record<string, number> {
  const sum = (count: (outcome: KillLoopOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0)
  const inState = (wanted: string) => sum(({ states }) => states.filter((state) => state === wanted).length)
  return {
    kills: sum(({ kills }) => kills),
    steps: new Set(outcomes.flatMap(({ steps }) => [...steps])).size,
    accepted: inState('accepted'),
    unknown: inState('unknown'),
    'files saved': sum(({ saved }) => saved),
  }
}
