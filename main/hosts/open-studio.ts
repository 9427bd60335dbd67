import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StudioStatus } from '../../shared/bridge/views.ts'
import type { SettingsStore } from '../engine/settings/ports.ts'
import { createConfSettingsStore } from '../infra/conf-settings-store.ts'
import { type DataFolder, DataFolderError, defaultDataFolder, takeDataFolder } from '../infra/data-folder.ts'
import { createFileSecrets } from '../infra/file-secrets.ts'
import { BrokenLibraryError, NewerLibraryError } from '../infra/sqlite-database.ts'
import { createStudio, type Studio } from '../studio.ts'
import { createSandboxProcess } from './sandbox-process.ts'
import { SetUpError } from './setup-error.ts'

export interface OpenStudioOptions {
  readonly host: StudioStatus['host']
  readonly dataFolder: string | undefined
  readonly serviceOverride: string | null
}

export interface OpenStudio {
  readonly studio: Studio
  readonly settings: SettingsStore
  readonly folder: DataFolder
  /** Ends the studio and everything it started, and gives the data folder back. */
  close(): Promise<void>
}

const warnOnStandardError = { warn: (sentence: string) => console.error(`Atelier: ${sentence}`) }

/** The studio for the hosts that are not the desktop. Throws `SetUpError` where it can't be. */
export async function openStudio({
  host,
  dataFolder,
  serviceOverride,
}: OpenStudioOptions): Promise<OpenStudio> {
  const folder = await takeDataFolder(dataFolder ?? defaultDataFolder()).catch(toSetUpError)
  const log = warnOnStandardError
  const sandbox = createSandboxProcess({ dataFolder: folder.resolve('sandbox') })
  try {
    const settings = createConfSettingsStore({ folder: folder.path, log })
    const environmentKey = process.env.ATELIER_API_KEY?.trim() || null
    const secrets = createFileSecrets({ folder: folder.path, environmentKey })
    const version = readVersion()
    const studio = await createStudio({
      host,
      version,
      folder,
      settings,
      secrets,
      serviceOverride,
      startSandbox: sandbox.start,
      reveal: null,
      log,
    })
    return {
      studio,
      settings,
      folder,
      async close() {
        await studio.close()
        await sandbox.stop()
        folder.release()
      },
    }
  } catch (error) {
    await sandbox.stop()
    folder.release()
    return toSetUpError(error)
  }
}

function toSetUpError(error: unknown): never {
  const isSaid = [DataFolderError, NewerLibraryError, BrokenLibraryError].some(
    (known) => error instanceof known,
  )
  if (isSaid) throw new SetUpError((error as Error).message)
  throw error
}

function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version ?? '0')
}
