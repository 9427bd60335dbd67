import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StudioStatus } from '../../shared/bridge/views.ts'
import { startAddress } from '../engine/service/start-address.ts'
import { createConfSettingsStore } from '../infra/conf-settings-store.ts'
import { defaultDataFolder } from '../infra/data-folder.ts'
import { createFileSecrets } from '../infra/file-secrets.ts'
import type { RepairWay } from '../infra/repair-ways.ts'
import { BrokenLibraryError, StartError } from '../infra/start-error.ts'
import { storageFailureOf } from '../infra/storage-failure.ts'
import { createStudio } from '../studio.ts'
import { machineSources } from './machine-sources.ts'
import { sayWaysOut } from './repair-options.ts'
import { sayStartError } from './say-start-error.ts'
import { SetUpError } from './setup-error.ts'
import { type OpenStudio, openStudioOnFolder } from './studio-on-folder.ts'

export interface OpenStudioOptions {
  readonly host: StudioStatus['host']
  readonly dataFolder: string | undefined
  readonly serviceOverride: string | null
  /** The person allows plain http for the address of this start. */
  readonly allowsHttp: boolean
  /** The person's choice of a way out of a library that can't be used. */
  readonly repair?: RepairWay | null
  /** Where the key is; by default this process's. */
  readonly environment?: NodeJS.ProcessEnv
  /** By default standard error. */
  readonly log?: { warn(sentence: string): void }
}

const warnOnStandardError = { warn: (sentence: string) => console.error(`Atelier: ${sentence}`) }

/** The studio for the hosts that are not the desktop. Throws `SetUpError` where it can't be opened. */
export async function openStudio(options: OpenStudioOptions): Promise<OpenStudio> {
  const { host, serviceOverride, allowsHttp, repair = null } = options
  const { environment = process.env, log = warnOnStandardError } = options
  const { dataFolder = defaultDataFolder(process.platform, environment) } = options
  return openStudioOnFolder({
    dataFolder,
    async create({ folder, sandbox }) {
      const settings = createConfSettingsStore({ folder: folder.path, log })
      const startsAt = startAddress(settings, serviceOverride)
      const key = environment.ATELIER_API_KEY?.trim()
      const environmentKey = key ? { key, baseUrl: startsAt } : null
      const studio = await createStudio({
        ...machineSources,
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
        repair,
      })
      return { studio, settings }
    },
  }).catch((error: unknown) => {
    throw toSetUpError(error, repairCommand(host, options.dataFolder))
  })
}

/** The command that takes a way out, without its option. */
export function repairCommand(host: StudioStatus['host'], dataFolder: string | undefined): string {
  const data = dataFolder === undefined ? '' : ` --data ${quote(dataFolder)}`
  return host === 'cli' ? `npm run -s atelier -- repair${data}` : `npm start --${data}`
}

function quote(word: string): string {
  return /^[\w./~:-]+$/.test(word) ? word : `"${word}"`
}

/** The error as a sentence for the person where it has one; else unchanged. */
export function toSetUpError(error: unknown, command: string): unknown {
  if (error instanceof BrokenLibraryError)
    return new SetUpError((words) => sayWaysOut(error, command, words), { cause: error })
  if (error instanceof StartError) return new SetUpError((words) => sayStartError(error, words))
  const kind = storageFailureOf(error)
  if (!kind) return error
  return new SetUpError(
    ({ setup, reasons }) =>
      setup.cannotStart(reasons.sentence({ code: 'storage', kind }), (error as Error).message),
    { cause: error },
  )
}

function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version ?? '0')
}
