import type { StudioStatus } from '../shared/bridge/views.ts'
import type { SayOwn } from '../shared/catalog/own-texts.ts'
import type { Result } from '../shared/result.ts'
import type { Clock, Ids, Log, Random } from './engine/ports.ts'
import type { KeyMask } from './engine/service/key-mask.ts'
import type { Sandbox, Secrets } from './engine/service/ports.ts'
import type { AccountOverride } from './engine/service/start-account.ts'
import type { SettingsStore } from './engine/settings/ports.ts'
import type { DataFolder } from './infra/data-folder.ts'
import type { RepairWay } from './infra/repair-ways.ts'
import type { DesktopPort } from './studio-desktop.ts'

/** What differs between hosts. The studio never checks where it runs. */
export interface StudioDeps {
  readonly host: StudioStatus['host']
  /** Atelier's own version. */
  readonly version: string
  /** Locked for this process; the studio does not release it. */
  readonly folder: DataFolder
  readonly settings: SettingsStore
  /** The keys for generating. */
  readonly secrets: Secrets
  /** The workspaces' service keys, for usage. */
  readonly usageSecrets: Secrets
  /** An account for this start, until the person chooses another. */
  readonly accountOverride: AccountOverride
  /** The http address that the person allowed for this start; null where they didn't. */
  readonly httpAllowedFor: string | null
  /** Rejects with the reason, a sentence. */
  startSandbox(): Promise<Result<Sandbox, 'not_possible_now'>>
  /** Shows a file (absolute path) in the system's file manager; null where the host can't. */
  readonly reveal: ((path: string) => Promise<void>) | null
  /**
   * Begins the system's drag of files (absolute paths), shown as a thumbnail where there is one; null or absent where the
   * host can't.
   */
  readonly dragOut?: ((paths: readonly string[], thumbnail: string | null) => void) | null
  /** The system’s dialog for a folder, an absolute path; null or absent where the host has none. */
  readonly chooseFolder?: (() => Promise<string | null>) | null
  /** What is around the page of a desktop; null or absent in other hosts. */
  readonly desktop?: DesktopPort | null
  readonly log: Log
  /** Learns the keys that the studio uses, for what the host says itself; absent: the studio has one of its own. */
  readonly keyMask?: KeyMask | undefined
  /** The person's choice of a way out of a library that can't be used. */
  readonly repair?: RepairWay | null
  /** A language's translations of the catalogue's own texts; absent: everything in English. */
  readonly catalogueWords?: (language: string) => SayOwn
  /**
   * The service is connected, and with it all that goes on by itself, once this resolves; absent: at once. For a host whose
   * first response should not wait for that.
   */
  readonly beginsAfter?: Promise<void>
  readonly clock: Clock
  readonly ids: Ids
  readonly random: Random
}
