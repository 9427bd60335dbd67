import { join, resolve } from 'node:path'
import { takeDataFolder } from '../../infra/data-folder.ts'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'
import { inspectLibrary, lookAtLibrary } from '../../infra/library-inspection.ts'
import { repairLibrary } from '../../infra/library-repair.ts'
import { backupsOf } from '../../infra/library-traces.ts'
import { type RepairWay, repairOptions } from '../../infra/repair-ways.ts'
import { BrokenLibraryError, DataFolderError } from '../../infra/start-error.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { repairCommand, toSetUpError } from '../open-studio.ts'
import { sayWaysOut } from '../repair-options.ts'
import { sayEffect, sayStartError } from '../say-start-error.ts'
import { logOn, type Terminal } from './terminal.ts'

export interface RepairReport {
  readonly library: string
  readonly isSound: boolean
  /** What is wrong with the library; null where it is undamaged. */
  readonly problem: string | null
  readonly waysOut: readonly { readonly option: string; readonly effect: string }[]
  /** Newest first. */
  readonly backups: readonly { readonly file: string; readonly madeAt: string }[]
}

export interface RepairOptions {
  readonly dataFolder: string | undefined
  /** The way out to take; null to only inspect the library. */
  readonly repair: RepairWay | null
  readonly words: MainWords
  readonly terminal: Terminal
}

/** Inspects the library, and takes the chosen way out. Throws `SetUpError` where that can't be done. */
export async function repairFromTerminal(
  options: RepairOptions,
): Promise<{ json: RepairReport; lines: string[] }> {
  const { dataFolder = defaultDataFolder(), repair, words } = options
  const command = repairCommand('cli', options.dataFolder)
  const log = logOn(options.terminal)
  try {
    const folder = await takeDataFolder(dataFolder)
    try {
      const path = folder.resolve('library.sqlite')
      if (repair !== null) await repairLibrary(path, repair, log)
      return await report(path, { command, isRepaired: repair !== null, words, log })
    } finally {
      folder.release()
    }
  } catch (error) {
    throw toSetUpError(error, command)
  }
}

/**
 * Throws `SetUpError` with the ways out where the library can't be used. It is checked thoroughly first,
 * because reading it destroys the evidence of a lost log; only by its first bytes where another Atelier has it
 * open.
 */
export async function refuseBrokenLibrary(dataFolder: string | undefined, terminal: Terminal): Promise<void> {
  const root = resolve(dataFolder ?? defaultDataFolder())
  const path = join(root, 'library.sqlite')
  try {
    if (!(await lookAtLibrary(path)).isNew) await inspectUnlessTaken(root, path, logOn(terminal))
  } catch (error) {
    throw toSetUpError(error, repairCommand('cli', dataFolder))
  }
}

async function inspectUnlessTaken(root: string, path: string, log: Log): Promise<void> {
  const folder = await takeDataFolder(root).catch((error: unknown) => {
    if (error instanceof DataFolderError) return null
    throw error
  })
  if (!folder) return
  try {
    await inspectLibrary(path, log)
  } finally {
    folder.release()
  }
}

type Log = ReturnType<typeof logOn>

interface Reporting {
  readonly command: string
  readonly isRepaired: boolean
  readonly words: MainWords
  readonly log: Log
}

async function report(path: string, { command, isRepaired, words, log }: Reporting) {
  const { cli } = words
  const broken = await inspectLibrary(path, log).then(
    () => null,
    (error: unknown) => {
      if (error instanceof BrokenLibraryError) return error
      throw error
    },
  )
  const backups = (await backupsOf(path)).map(({ file, madeAt }) => ({
    file,
    madeAt: new Date(madeAt).toISOString(),
  }))
  const sound = isRepaired ? cli.libraryRepaired(path) : cli.librarySound(path)
  return {
    json: {
      library: path,
      isSound: broken === null,
      problem: broken && sayStartError(broken, words),
      waysOut:
        broken?.waysOut.map((one) => ({
          option: `--${repairOptions[one.way]}`,
          effect: sayEffect(one, words),
        })) ?? [],
      backups,
    },
    lines: [
      broken ? sayWaysOut(broken, command, words) : sound,
      ...backups.map(({ file, madeAt }) => cli.backup(madeAt.slice(0, 16).replace('T', ' '), file)),
    ],
  }
}
