import { setTimeout as pause } from 'node:timers/promises'
import { runCommand } from '../tools/run-command.ts'
import { root } from '../tools/start-program.ts'
import { isHome, listRuns } from './list-runs.ts'
import { KilledAtStartError, type StudioProcess, startStudioProcess } from './studio-process.ts'
import { until } from './until.ts'

/** One life of Atelier over a data folder. */
export interface Life {
  readonly dataFolder: string
  readonly service: { readonly url: string; readonly key: string }
  /** The runs confirmed in it; known ones are confirmed again, as by a page that never got the response. */
  readonly runs: readonly NewRun[]
  /** Passed to `chaos/inside/kill-at.ts`. */
  readonly env: Readonly<Record<string, string>>
  /** Gets a function that kills it from outside, once it runs. */
  onStarted(kill: () => Promise<void>): void
}

export interface NewRun {
  readonly submissionId: string
  readonly prompt: string
}

/**
 * Lives until it is killed or everything is downloaded; returns whether it was killed, and which runs it
 * confirmed.
 */
export type LiveOnce = (life: Life) => Promise<{ wasKilled: boolean; confirmed: readonly string[] }>

const module = 'kill-at.ts'
const longestLifeMs = 60_000
const endKnownMs = 5_000

/** The browser host, called over HTTP. */
export const liveInBrowser: LiveOnce = async ({ dataFolder, service, runs, env, onStarted }) => {
  const confirmed: string[] = []
  const studio = await startStudioProcess({ dataFolder, service, inside: { module, env } }).catch(
    killedOrThrow,
  )
  if (!studio) return { wasKilled: true, confirmed }
  let hasEnded = false
  void studio.ended.then(() => {
    hasEnded = true
  })
  onStarted(studio.kill)
  try {
    await studio.want('settings.change', { jobsInFlight: 100 })
    for (const { submissionId, prompt } of runs) {
      await confirmRun(studio, submissionId, prompt)
      confirmed.push(submissionId)
    }
    await until('every job is home', async () => ((await isAllHome(studio)) ? true : null), longestLifeMs)
    await studio.kill()
    return { wasKilled: false, confirmed }
  } catch (error) {
    // A connection may break a moment before the end of the process is reported.
    await Promise.race([studio.ended, pause(endKnownMs, undefined, { ref: false })])
    if (hasEnded) return { wasKilled: true, confirmed }
    await studio.kill()
    throw error
  }
}

/** The command line: one run per life. */
export const liveInTerminal: LiveOnce = ({ dataFolder, service, runs, env }) => {
  const [run] = runs
  const words = ['generate', 'i3', '--set', `prompt=${run?.prompt}`, '--wait']
  return runToEnd(['main/hosts/cli/cli.mjs', ...words], { dataFolder, service, env })
}

/** The desktop host over its double of Electron. */
export const liveOnDesktop: LiveOnce = ({ dataFolder, service, runs, env }) =>
  runToEnd(['chaos/desktop-double.ts', JSON.stringify(runs), service.key], { dataFolder, service, env })

async function runToEnd(
  words: readonly string[],
  { dataFolder, service, env }: Omit<Life, 'runs' | 'onStarted'>,
) {
  const { status, output } = await runCommand(
    process.execPath,
    ['--import', `./chaos/inside/${module}`, ...words, '--data', dataFolder, '--service', service.url],
    { cwd: root, env: { ...env, ATELIER_API_KEY: service.key }, timeout: longestLifeMs },
  )
  // Exit code 3: the run's outcome is unknown, which the trial checks itself.
  if (status !== null && status !== 0 && status !== 3) throw new Error(`It ended with ${status}: ${output}`)
  return { wasKilled: status === null, confirmed: [] }
}

export function confirmRun(studio: StudioProcess, submissionId: string, prompt: string): Promise<unknown> {
  return studio.want('jobs.confirm', {
    submissionIds: [submissionId],
    modelId: 'i3',
    values: { prompt },
    estimate: { kind: 'unlisted' },
  })
}

/** Nothing waits, nothing is under way, and every possible download is done. */
export async function isAllHome(studio: StudioProcess): Promise<boolean> {
  const open = await listRuns(studio, ['confirmed', 'sending', 'unsent', 'accepted'])
  return open.every(isHome)
}

function killedOrThrow(error: unknown): null {
  if (error instanceof KilledAtStartError) return null
  throw error
}
