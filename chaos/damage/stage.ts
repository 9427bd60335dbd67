import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { confirmRun, isAllHome } from '../hosts.ts'
import { openPaidService, type PaidService, type Treatment } from '../paid-service.ts'
import { startStudioProcess } from '../studio-process.ts'
import { acceptances } from '../treatments.ts'
import { until } from '../until.ts'

export const homeRuns = 4
export const waitingRun = `run-${homeRuns}`

/** The data folder with which every trial begins, closed in order or killed by kill -9, and its service. */
export interface Stage {
  readonly service: PaidService
  readonly closed: string
  readonly killed: string
  close(): Promise<void>
}

/** Completed runs, one that waits in a paused queue, one of the person's files, settings, a key and a backup. */
export async function buildStage(folder: string): Promise<Stage> {
  const service = await openPaidService({
    treat: () => acceptances[0] as Treatment,
    filesPerJob: 1,
    bytesPerFile: 3_000,
  })
  const closed = join(folder, 'closed')
  const killed = join(folder, 'killed')
  const first = await startStudioProcess({ dataFolder: closed, service })
  await first.want('settings.change', { jobsInFlight: 7 })
  for (let index = 0; index < homeRuns - 1; index += 1)
    await confirmRun(first, crypto.randomUUID(), `run-${index} a quiet sea`)
  await until('the first runs are home', async () => ((await isAllHome(first)) ? true : null))
  await first.stop()
  const second = await startStudioProcess({ dataFolder: closed, service })
  await confirmRun(second, crypto.randomUUID(), `run-${homeRuns - 1} a quiet sea`)
  await until('the last run is home', async () => ((await isAllHome(second)) ? true : null))
  await second.want('jobs.pause', {})
  await confirmRun(second, crypto.randomUUID(), `${waitingRun} a quiet sea`)
  writeFileSync(join(closed, 'keys.json'), JSON.stringify({ [service.url]: 'a key' }), { mode: 0o600 })
  cpSync(closed, killed, { recursive: true, filter: isFile })
  await second.stop()
  return { service, closed, killed, close: () => service.close() }
}

/** The lock belongs to a process. */
function isFile(path: string): boolean {
  return !/lock\.sqlite(-journal)?$/.test(path)
}

export function copyStage(from: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true, filter: isFile, preserveTimestamps: true })
}

/** A folder beside the data folder, as a target for links: nothing in it is Atelier's. */
export function makeForeignFolder(path: string): string {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(join(path, 'ab', 'cd'), { recursive: true })
  for (const name of ['diary.txt', 'ab/diary.txt', 'ab/cd/diary.txt', 'f1.part'])
    writeFileSync(join(path, name), name)
  return path
}

/** Every file below a folder by its path, with its digest; links are not followed. */
export function keptFiles(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  collect('')
  return found

  function collect(below: string): void {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const place = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) collect(place)
      else if (entry.isFile())
        found.set(
          place,
          createHash('sha256')
            .update(readFileSync(join(folder, place)))
            .digest('hex'),
        )
    }
  }
}
