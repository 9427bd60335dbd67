import type { SettingsStore } from '../engine/settings/ports.ts'
import { type DataFolder, takeDataFolder } from '../infra/data-folder.ts'
import type { Studio } from '../studio.ts'
import { createSandboxProcess, type SandboxProcess } from './sandbox-process.ts'

export interface OpenStudio {
  readonly studio: Studio
  readonly settings: SettingsStore
  readonly folder: DataFolder
  /** Ends the studio and everything it started, and releases the data folder. */
  close(): Promise<void>
}

interface OnFolder {
  readonly dataFolder: string
  /** The Node that runs the sandbox; by default the one that runs us. */
  readonly node?: string
  create(parts: {
    readonly folder: DataFolder
    readonly sandbox: SandboxProcess
  }): Promise<Pick<OpenStudio, 'studio' | 'settings'>>
}

/**
 * Locks a data folder and creates the studio in it. Throws what `takeDataFolder` and `create` throw, with
 * nothing left running and the folder released.
 */
export async function openStudioOnFolder({ dataFolder, node, create }: OnFolder): Promise<OpenStudio> {
  const folder = await takeDataFolder(dataFolder)
  const sandbox = createSandboxProcess({ dataFolder: folder.resolve('sandbox'), ...(node && { node }) })
  async function giveBack(): Promise<void> {
    await sandbox.stop()
    folder.release()
  }
  try {
    const { studio, settings } = await create({ folder, sandbox })
    return {
      studio,
      settings,
      folder,
      async close() {
        await studio.close()
        await giveBack()
      },
    }
  } catch (error) {
    await giveBack()
    throw error
  }
}
