import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StudioStatus } from '../../shared/bridge/views.ts'
import { startAddress } from '../engine/connection/start-address.ts'
import { createConfSettingsStore } from '../infra/conf-settings-store.ts'
import { DataFolderError, defaultDataFolder } from '../infra/data-folder.ts'
import { createFileSecrets } from '../infra/file-secrets.ts'
import { BrokenLibraryError, NewerLibraryError } from '../infra/sqlite-database.ts'
import { createStudio } from '../studio.ts'
import { SetUpError } from './setup-error.ts'
import { type OpenStudio, openStudioOnFolder } from './studio-on-folder.ts'

export interface OpenStudioOptions {
  readonly host: StudioStatus['host']
  readonly dataFolder: string | undefined
  readonly serviceOverride: string | null
  /** The person insists on plain http for the address that this run starts with. */
  readonly allowsHttp: boolean
}

const warnOnStandardError = { warn: (sentence: string) => console.error(`Atelier: ${sentence}`) }

/** The studio for the hosts that are not the desktop. Throws `SetUpError` where it can't be. */
export async function openStudio(options: OpenStudioOptions): Promise<OpenStudio> {
  const { host, dataFolder = defaultDataFolder(), serviceOverride, allowsHttp } = options
  const log = warnOnStandardError
  return openStudioOnFolder({
    dataFolder,
    async create({ folder, sandbox }) {
      const settings = createConfSettingsStore({ folder: folder.path, log })
      const startsAt = startAddress(settings, serviceOverride)
      const key = process.env.ATELIER_API_KEY?.trim()
      const environmentKey = key ? { key, baseUrl: startsAt } : null
      const studio = await createStudio({
        host,
        version: readVersion(),
        folder,
        settings,
        secrets: createFileSecrets({ folder: folder.path, environmentKey }),
        serviceOverride,
        httpAllowedFor: allowsHttp ? startsAt : null,
        startSandbox: sandbox.start,
        reveal: null,
        log,
      })
      return { studio, settings }
    },
  }).catch(toSetUpError)
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
