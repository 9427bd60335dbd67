import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../engine/ports.ts'
import type { SettingsStore } from '../engine/settings/ports.ts'
import { type DataFolder, takeDataFolder } from '../infra/data-folder.ts'
import { DataFolderError } from '../infra/start-error.ts'
import type { Studio } from '../studio.ts'
import { untilBegun } from '../until-begun.ts'
import { createSandboxProcess, type SandboxLaunch, type SandboxProcess } from './sandbox-process.ts'

export interface OpenStudio {
  readonly studio: Studio
  readonly settings: SettingsStore
  readonly folder: DataFolder
  /** Ends the studio and everything it started, and releases the data folder. */
  close(): Promise<void>
}

interface OnFolder {
  readonly dataFolder: string
  /** The Node that runs the sandbox; by default the one that runs us. Null where there is none. */
  readonly node?: string
  /** How the sandbox is run without one. */
  readonly packedSandbox?: SandboxLaunch | undefined
  /** Called where a person opens a studio on this folder; without it nobody is given the folder. */
  readonly onYield?: (() => void) | undefined
  /** A server of agents that has the folder is asked to give it; by default a folder in use is an error. */
  readonly asksAgents?: boolean | undefined
  /** Agents reach the studio once this resolves; by default at once. */
  readonly beginsAfter?: Promise<void> | undefined
  readonly log?: Pick<Log, 'warn'> | undefined
  create(parts: {
    readonly folder: DataFolder
    readonly sandbox: SandboxProcess
  }): Promise<Pick<OpenStudio, 'studio' | 'settings'>>
}

/**
 * Locks a data folder and creates the studio in it. Throws what `takeDataFolder` and `create` throw, with
 * nothing left running and the folder released.
 */
export async function openStudioOnFolder({
  dataFolder,
  node,
  packedSandbox,
  onYield,
  asksAgents = false,
  beginsAfter,
  log = console,
  create,
}: OnFolder): Promise<OpenStudio> {
  const folder = asksAgents ? await takeFromAgents(dataFolder) : await takeDataFolder(dataFolder)
  const sandbox = createSandboxProcess({
    dataFolder: folder.resolve('sandbox'),
    packed: packedSandbox,
    ...(node !== undefined && { node }),
  })
  async function giveBack(): Promise<void> {
    await sandbox.stop()
    folder.release()
  }
  try {
    const { studio, settings } = await create({ folder, sandbox })
    const closing = new AbortController()
    const doors = untilBegun(beginsAfter, closing.signal).then(() =>
      closing.signal.aborted
        ? null
        : openDoors({ studio, settings, folder }, { onYield: onYield ?? null, log }),
    )
    return {
      studio,
      settings,
      folder,
      async close() {
        closing.abort()
        await (await doors)?.close()
        await studio.close()
        await giveBack()
      },
    }
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Agents reach the studio from a moment on; a failure costs nothing else. */
async function openDoors(
  opened: Pick<OpenStudio, 'studio' | 'settings' | 'folder'>,
  { onYield, log }: { onYield: (() => void) | null; log: Pick<Log, 'warn'> },
) {
  const closes: (() => Promise<void>)[] = []
  try {
    const [{ serveDoor }, { serveAgentsHttp }] = await Promise.all([
      import('./door/serve-door.ts'),
      import('./door/serve-agents-http.ts'),
    ])
    const { studio, folder } = opened
    closes.push(serveAgentsHttp({ ...opened, log }).close)
    closes.push((await serveDoor({ studio, folder: folder.path, onYield, log })).close)
  } catch (error) {
    log.warn(`Agents can’t reach this studio while it is open: ${(error as Error).message}`)
  }
  return { close: () => Promise.all(closes.map((close) => close())) }
}

/** How often the owner of the folder is asked: until it has closed, and until it responds for the first time. */
const yieldTries = 100
const silentTries = 30
const yieldPauseMs = 100

/** Takes the folder; where an agent's server has it, that is asked to give it, and goes on through this studio. */
async function takeFromAgents(dataFolder: string): Promise<DataFolder> {
  let isYielding = false
  for (let tried = 0; ; tried += 1) {
    try {
      return await takeDataFolder(dataFolder)
    } catch (error) {
      if (!isInUse(error) || tried === (isYielding ? yieldTries : silentTries)) throw error
      const [{ readDoorAddress }, { askToYield }] = await Promise.all([
        import('./door/door-file.ts'),
        import('./door/call-door.ts'),
      ])
      // Another agent's server may have come first: it is asked as well. Nothing responds while one starts or ends.
      const address = await readDoorAddress(dataFolder)
      const yields = address && (await askToYield(address))
      if (yields === false) throw error
      isYielding ||= yields === true
    }
    await pause(yieldPauseMs)
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof DataFolderError && error.trouble.code === 'folder_in_use'
}
