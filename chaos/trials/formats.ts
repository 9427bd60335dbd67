import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { migrations } from '../../main/infra/sqlite-migrations.ts'
import { runCommand } from '../../tools/run-command.ts'
import { root } from '../../tools/start-program.ts'
import { describeLibrary, writeOlderLibrary } from '../older-library.ts'
import { KilledAtStartError, startStudioProcess } from '../studio-process.ts'
import type { Trial, TrialInput, TrialOutcome } from '../trial.ts'

/** Nothing listens there: a library is opened without a service as well. */
const service = { url: 'http://127.0.0.1:9', key: 'chaos-key' }
/** More steps than a start has with every migration in it. */
const stepsOfStart = 140
const twiceShare = 0.3

/** Older libraries killed during their migration, and newer ones (promise 13). */
export const formatsTrial: Trial = {
  promise: 13,
  what: 'migrations ended amid, from every older format; newer libraries on every host',
  bar: { kills: { full: 60, short: 5 }, refusals: { full: 8, short: 4 } },
  run: tryFormats,
}

async function tryFormats(input: TrialInput): Promise<TrialOutcome> {
  const breaches: string[] = []
  const kills = await killMigrations(input, breaches)
  const refusals = await openNewer(input, breaches)
  return { counted: { kills, refusals, formats: migrations.length - 1 }, breaches }
}

async function killMigrations({ folder, atLeast, random }: TrialInput, breaches: string[]): Promise<number> {
  const formats = migrations.slice(0, -1).map((_, index) => index + 1)
  for (const format of formats) writeOlderLibrary(join(folder, `format-${format}`), format)
  let kills = 0
  for (let round = 0; kills < (atLeast.kills ?? 0); round += 1) {
    const format = formats[round % formats.length] ?? 1
    const fixture = join(folder, `format-${format}`)
    const dataFolder = join(folder, 'opened')
    cpSync(fixture, dataFolder, { recursive: true })
    const step = 1 + ((round * 11 + Math.floor(random() * 11)) % stepsOfStart)
    const steps = [step, ...(random() < twiceShare ? [1 + Math.floor(random() * stepsOfStart)] : [])]
    const say = (breach: string) =>
      breaches.push(`Format ${format}, killed at step ${steps.join(' and ')}: ${breach}`)
    for (const one of steps) {
      const hasDied = await startAndDie(dataFolder, one).catch((error: Error) => {
        say(error.message)
        return false
      })
      if (hasDied) kills += 1
    }
    const breach = await startWhole(dataFolder, describeLibrary(fixture).rows)
    if (breach) say(breach)
    rmSync(dataFolder, { recursive: true })
  }
  return kills
}

/** Whether it died: a start with fewer steps is ended when it is ready. */
async function startAndDie(dataFolder: string, step: number): Promise<boolean> {
  const inside = { module: 'kill-at.ts', env: { ATELIER_KILL_AT: String(step) } }
  try {
    const studio = await startStudioProcess({ dataFolder, service, inside })
    await studio.kill()
    return false
  } catch (error) {
    if (error instanceof KilledAtStartError) return true
    throw error
  }
}

/** The faults of the library after an undisturbed start; null where there are none. */
async function startWhole(dataFolder: string, rows: string): Promise<string | null> {
  try {
    const studio = await startStudioProcess({ dataFolder, service })
    const { files: total } = await studio.want('library.sum', { filter: 'quiet' })
    await studio.stop()
    const after = describeLibrary(dataFolder)
    if (after.format !== migrations.length) return `it is of format ${after.format}.`
    if (after.damage !== 'ok') return `it is damaged: ${after.damage}.`
    if (after.rows !== rows) return 'its rows are not what they were.'
    return total === JSON.parse(rows).length ? null : `only ${total} of its files are found.`
  } catch (error) {
    return `it can’t be started: ${(error as Error).message}`
  }
}

const hosts: readonly (readonly string[])[] = [
  ['main/hosts/start.mjs', '--browser', '--no-open'],
  ['main/hosts/cli/cli.mjs', 'jobs'],
  ['main/hosts/cli/cli.mjs', 'generate', 'i3', '--set', 'prompt=a quiet sea'],
  ['chaos/desktop-double.ts', '[]', service.key],
]

/** Every host on a newer library, once closed in order and once left by kill -9 with a log that is not written back. */
async function openNewer({ folder, atLeast }: TrialInput, breaches: string[]): Promise<number> {
  let refusals = 0
  for (const isDirty of [true, false]) {
    if (refusals >= (atLeast.refusals ?? 0)) break
    const dataFolder = join(folder, `newer-${isDirty}`)
    await writeNewerLibrary(dataFolder, isDirty)
    const before = digestFiles(dataFolder)
    for (const words of hosts) {
      const { status, output } = await runCommand(
        process.execPath,
        [...words, '--data', dataFolder, '--service', service.url],
        { cwd: root, timeout: 30_000 },
      )
      if (status === 2 && output.includes('by a newer Atelier')) refusals += 1
      else breaches.push(`${words.join(' ')} did not refuse a newer library: ${status} ${output}`)
      const changed = changedFiles(before, digestFiles(dataFolder))
      if (changed.length > 0)
        breaches.push(`${words.join(' ')} changed ${changed.join(', ')} of a newer library.`)
    }
  }
  return refusals
}

/** A library used by this Atelier, with a format above its own. */
async function writeNewerLibrary(dataFolder: string, isDirty: boolean): Promise<void> {
  writeOlderLibrary(dataFolder, migrations.length)
  const studio = await startStudioProcess({ dataFolder, service })
  await studio.stop()
  const library = join(dataFolder, 'library.sqlite')
  const database = new DatabaseSync(library)
  database.exec(`PRAGMA user_version = ${migrations.length + 1}; CREATE TABLE of_tomorrow (id INTEGER)`)
  // A copy of the files while it is open, as a crash would leave them.
  if (isDirty) for (const ending of ['', '-wal']) copyFileSync(library + ending, `${library}${ending}.copy`)
  database.close()
  if (!isDirty) return
  for (const ending of ['', '-wal']) {
    copyFileSync(`${library}${ending}.copy`, library + ending)
    rmSync(`${library}${ending}.copy`)
  }
}

function digestFiles(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [path.slice(folder.length + 1), createHash('sha256').update(readFileSync(path)).digest('hex')]
    }),
  )
}

function changedFiles(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter(
    (path) => before.get(path) !== after.get(path),
  )
}
