import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StudioStatus } from '../../shared/bridge/views.ts'
import type { KeyMask } from '../engine/service/key-mask.ts'
import type { AccountSettings } from '../engine/service/ports.ts'
import { type AccountOverride, startAccount } from '../engine/service/start-account.ts'
import { createConfSettingsStore } from '../infra/conf-settings-store.ts'
import { defaultDataFolder } from '../infra/default-data-folder.ts'
import { createFileSecrets, keyFiles } from '../infra/file-secrets.ts'
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
  /** Chooses the account of this start by the settings; null: the active one. */
  chooseAccount?(settings: AccountSettings): AccountOverride
  /** The person allows plain http for the address of this start. */
  readonly allowsHttp: boolean
  /** The person's choice of a way out of a library that can't be used. */
  readonly repair?: RepairWay | null
  /** Where the key is; by default this process's. */
  readonly environment?: NodeJS.ProcessEnv
  /** By default standard error. */
  readonly log?: { warn(sentence: string): void }
  /** As in `StudioDeps`. */
  readonly keyMask?: KeyMask | undefined
  /** As in `openStudioOnFolder`. */
  readonly onYield?: (() => void) | undefined
  readonly asksAgents?: boolean
  /** As in `StudioDeps`; agents reach the studio then, too. */
  readonly beginsAfter?: Promise<void>
}

const warnOnStandardError = { warn: (sentence: string) => console.error(`Atelier: ${sentence}`) }

/** The studio for the hosts that are not the desktop. Throws `SetUpError` where it can't be opened. */
export async function openStudio(options: OpenStudioOptions): Promise<OpenStudio> {
  const { host, allowsHttp, repair = null } = options
  const { environment = process.env, log = warnOnStandardError } = options
  const { dataFolder = defaultDataFolder(process.platform, environment) } = options
  return openStudioOnFolder({
    dataFolder,
    onYield: options.onYield,
    asksAgents: options.asksAgents,
    beginsAfter: options.beginsAfter,
    log,
    async create({ folder, sandbox }) {
      const settings = createConfSettingsStore({ folder: folder.path, log })
      const accountOverride = options.chooseAccount?.(settings) ?? null
      const start = startAccount(settings, accountOverride)
      const keyOf = (text: string | undefined) =>
        text?.trim() ? { key: text.trim(), accountId: start?.id ?? null } : null
      const studio = await createStudio({
        ...machineSources,
        host,
        version: readVersion(),
        folder,
        settings,
        secrets: createFileSecrets({
          path: folder.resolve(keyFiles.generating),
          environmentKey: keyOf(environment.ATELIER_API_KEY),
        }),
        usageSecrets: createFileSecrets({
          path: folder.resolve(keyFiles.usage),
          environmentKey: keyOf(environment.ATELIER_USAGE_KEY),
        }),
        accountOverride,
        httpAllowedFor: allowsHttp ? (start?.baseUrl ?? null) : null,
        startSandbox: sandbox.start,
        reveal: null,
        log,
        keyMask: options.keyMask,
        repair,
        ...(options.beginsAfter && { beginsAfter: options.beginsAfter }),
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
  if (error instanceof StartError)
    return new SetUpError((words) => sayStartError(error, words), { cause: error })
  const kind = storageFailureOf(error)
  if (!kind) return error
  return new SetUpError(
    ({ setup, reasons }) =>
      setup.cannotStart(reasons.sentence({ code: 'storage', kind }), (error as Error).message),
    { cause: error },
  )
}

export function readVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version ?? '0')
}
