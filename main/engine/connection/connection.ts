import { fail, type Result, succeed } from '../../../shared/result.ts'
import type { SettingsStore } from '../settings/ports.ts'
import type {
  ConnectService,
  DescribedEndpoint,
  KeySource,
  Sandbox,
  Secrets,
  ServiceClient,
} from './ports.ts'

/** The id of the sandbox as a service: its port changes, its jobs stay its own. */
export const sandboxServiceId = 'sandbox'

export interface Connection {
  readonly kind: 'sandbox' | 'service'
  /** Which service a submission belongs to. */
  readonly serviceId: string
  readonly baseUrl: string
  readonly key: string | null
  readonly keySource: KeySource
  readonly isDescribed: boolean
  readonly client: ServiceClient
}

export interface ConnectionWorld {
  readonly settings: SettingsStore
  readonly secrets: Secrets
  readonly connect: ConnectService
  /** A service for this run only, whatever the settings say. */
  readonly serviceOverride: string | null
  startSandbox(): Promise<Result<Sandbox, 'not_possible_now'>>
  /** What the service describes, each time it was asked; null where that is nothing. */
  onDescribed(endpoints: readonly DescribedEndpoint[] | null, serviceId: string): void
  onChanged(): void
}

export interface ConnectionManager {
  /** Null until the first `open` has ended, or where the sandbox could not be started. */
  current(): Connection | null
  /** Connects as the settings say now. Fails where the sandbox can't be started or the key can't be read. */
  open(): Promise<Result<Connection, 'not_possible_now'>>
  /** The connection once it stands; waits for an `open` that is under way. */
  settled(): Promise<Connection | null>
  /** Where the connected service is. */
  address(): URL | null
  /** The key, for a URL of the service's own origin; null for any other (LIB6). */
  keyFor(url: URL): string | null
  /** Asks the service for its description once more. */
  describe(): Promise<void>
}

function toFailure(error: unknown) {
  const reason = error instanceof Error ? error.message : String(error)
  return fail({ code: 'not_possible_now', message: `The service could not be opened: ${reason}.` } as const)
}

/** Holds the one service that Atelier is connected to. */
export function createConnectionManager(world: ConnectionWorld): ConnectionManager {
  let current: Connection | null = null
  let opening: Promise<Result<Connection, 'not_possible_now'>> | null = null

  async function target(): Promise<Result<Omit<Connection, 'client' | 'isDescribed'>, 'not_possible_now'>> {
    const baseUrl = (world.serviceOverride ?? world.settings.read().service?.baseUrl)?.replace(/\/+$/, '')
    if (baseUrl === undefined) return sandboxTarget()
    const stored = await world.secrets.read(baseUrl)
    return succeed({
      kind: 'service',
      serviceId: baseUrl,
      baseUrl,
      key: stored?.key ?? null,
      keySource: stored?.source ?? 'none',
    })
  }

  async function sandboxTarget(): Promise<
    Result<Omit<Connection, 'client' | 'isDescribed'>, 'not_possible_now'>
  > {
    const sandbox = await world.startSandbox()
    if (!sandbox.ok) return sandbox
    const { url, key } = sandbox.value
    return succeed({ kind: 'sandbox', serviceId: sandboxServiceId, baseUrl: url, key, keySource: 'sandbox' })
  }

  async function connect(): Promise<Result<Connection, 'not_possible_now'>> {
    const found = await target().catch(toFailure)
    if (!found.ok) {
      current = null
      world.onChanged()
      return fail(found.error)
    }
    const client = world.connect(found.value)
    const endpoints = await client.describe()
    current = { ...found.value, client, isDescribed: endpoints !== null }
    world.onDescribed(endpoints, found.value.serviceId)
    world.onChanged()
    return succeed(current)
  }

  return {
    current: () => current,
    open() {
      const attempt = (opening ?? Promise.resolve()).then(connect)
      opening = attempt
      return attempt
    },
    async settled() {
      await opening
      return current
    },
    address: () => current && new URL(current.baseUrl),
    keyFor: (url) => (current && new URL(current.baseUrl).origin === url.origin ? current.key : null),
    async describe() {
      const asked = current
      const endpoints = (await asked?.client.describe()) ?? null
      if (!asked || asked !== current || endpoints === null) return
      current = { ...asked, isDescribed: true }
      world.onDescribed(endpoints, asked.serviceId)
      world.onChanged()
    },
  }
}
