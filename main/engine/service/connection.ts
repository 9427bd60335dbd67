import type { DescriptionFault } from '../../../shared/api/description-fault.ts'
import type { Probe, UsageProbeVerdict } from '../../../shared/api/probe.ts'
import { innermost, type Reason, reasonOf } from '../../../shared/failures/reason.ts'
import { fail, type Result, succeed } from '../../../shared/result.ts'
import { type Account, sandboxAccountId } from '../../../shared/settings/account.ts'
import type { Log } from '../ports.ts'
import { reasonIn, reasonMembers, reasonOfError } from '../reason-error.ts'
import { type Accounts, type AccountsDeps, createAccounts } from './accounts.ts'
import type {
  AccountSettings,
  ConnectService,
  DescribedEndpoint,
  DescribeOutcome,
  KeySource,
  Sandbox,
  Secrets,
  ServiceClient,
} from './ports.ts'
import { refuseAddress } from './refuse-address.ts'
import { type AccountOverride, startAccount } from './start-account.ts'

export interface Connection {
  readonly kind: 'sandbox' | 'service'
  /** The account that a submission belongs to. */
  readonly serviceId: string
  readonly baseUrl: string
  readonly key: string | null
  readonly keySource: KeySource
  readonly isDescribed: boolean
  /** Of the description that was read last; null while none was. */
  readonly descriptionDigest?: string | null
  /** What was wrong with it at the last reading; null where nothing was. */
  readonly descriptionFault?: DescriptionFault | null
  readonly client: ServiceClient
}

/** The account that the person chose, also while it is being connected. */
export function chosenAccount(connection: Pick<ConnectionManager, 'chosen'>): string {
  return connection.chosen()?.id ?? sandboxAccountId
}

/** The account that is connected; before one is, the one that will be. */
export function connectedAccount(connection: Pick<ConnectionManager, 'chosen' | 'current'>): string {
  return connection.current()?.serviceId ?? chosenAccount(connection)
}

export interface ConnectionDeps extends Pick<AccountsDeps, 'classes' | 'findAddressClass'> {
  readonly log: Log
  readonly settings: AccountSettings
  readonly secrets: Secrets
  readonly connect: ConnectService
  /** An account for this start, until the person chooses another. */
  readonly accountOverride: AccountOverride
  /** The http address that the person allowed for this start; null where they didn't. */
  readonly httpAllowedFor: string | null
  /** Fails with the reason. */
  startSandbox(): Promise<Result<Sandbox, 'not_possible_now'>>
  /**
   * Called with the service's description each time a new one was read; null where none could be read. Returns what keeps
   * it from being used or kept, if anything; may throw, for a description may hold anything.
   */
  onDescribed(endpoints: readonly DescribedEndpoint[] | null, serviceId: string): DescriptionFault | null
  /** The last description that was read of a service, for uploads and listings without it; undefined where there is none. */
  keptDescription?(serviceId: string): unknown
  onChanged(): void
  /** The sandbox ended on its own, and another has replaced it. */
  onReopened(): void
}

export interface ConnectionManager {
  /** Null until the first `open` has ended, or where the sandbox could not be started. */
  current(): Connection | null
  /** Why the last `open` failed; null where it didn't, or while another is under way. */
  failure(): Reason | null
  /** Whether the last `open` failed because the address itself is refused, which only another choice fixes. */
  refusesAddress(): boolean
  /** The account to connect; null for the sandbox. */
  chosen(): Account | null
  /** The person has chosen an account: the one of the start gives way to the settings'. */
  dropOverride(): void
  /**
   * Connects according to the current settings. Rejects where the sandbox can't be started or the key can't be
   * read.
   */
  open(): Promise<Result<Connection, 'not_possible_now'>>
  /** The connection once it is open; waits for an `open` under way. */
  settled(): Promise<Connection | null>
  /**
   * The client of an account: the connected one, or another in the list whose key is kept, so that its jobs are followed
   * (ACC10); null where there is none.
   */
  clientOf(serviceId: string): ServiceClient | null
  /** Reads the other accounts and their keys again. */
  refreshOthers(): Promise<void>
  /** Every service that runs belong to, connected or not. */
  readonly accounts: Pick<Accounts, 'of' | 'choose'>
  /** Tests an address and a key without connecting; costs nothing. */
  probe(service: Parameters<ConnectService>[0]): Promise<Probe>
  /** Tests a key for usage; costs nothing. */
  probeUsage(service: Parameters<ConnectService>[0]): Promise<UsageProbeVerdict>
  /** Requests the service's description again. */
  describe(): Promise<void>
  /** Uses a text as the service's description; what is wrong with it is known then as of one that was requested. */
  describeBy(text: string): Promise<void>
}

/** An account that can be asked; its client is made once it is. */
interface Reached {
  readonly baseUrl: string
  readonly key: string | null
  client: ServiceClient | null
}

type Target = Pick<Connection, 'kind' | 'serviceId' | 'baseUrl' | 'key' | 'keySource'>

/** What reading the same text again doesn’t change. */
function lastingFault({ descriptionFault }: Connection): DescriptionFault | null {
  return descriptionFault === 'unusable' || descriptionFault === 'unkept' ? descriptionFault : null
}

function innerReasonText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** A sandbox that ends sooner would do so again. */
const worthAnotherMs = 10_000

function toFailure(error: unknown) {
  return fail({ code: 'not_possible_now', ...reasonMembers(reasonOfError(error)) } as const)
}

/** Holds the one connection to a service. */
export function createConnectionManager(deps: ConnectionDeps): ConnectionManager {
  let current: Connection | null = null
  let failure: Reason | null = null
  let refusesAddress = false
  let opening: Promise<Result<Connection, 'not_possible_now'>> | null = null
  let sandboxUrl: string | null = null
  let override = deps.accountOverride
  let others: ReadonlyMap<string, Reached> = new Map()
  let sandboxReached: Reached | null = null
  const accounts = createAccounts({
    ...deps,
    reached: (serviceId) => reached(serviceId),
    sandboxUrl: () => sandboxUrl,
    givenName: (id) => deps.settings.read().accounts.find((account) => account.id === id)?.name ?? null,
  })

  const chosen = (): Account | null => startAccount(deps.settings, override)

  function reached(serviceId: string): Reached | null {
    if (current?.serviceId === serviceId) return current
    return serviceId === sandboxAccountId ? sandboxReached : (others.get(serviceId) ?? null)
  }

  function clientOf(serviceId: string): ServiceClient | null {
    const one = reached(serviceId)
    if (!one) return null
    if (one.client === null) {
      one.client = deps.connect(one)
      recall(one.client, serviceId)
    }
    return one.client
  }

  /** The accounts that are not to be connected, each with its own key; one whose key can't be read costs only itself. */
  async function refreshOthers(): Promise<void> {
    const wanted = chosen()?.id
    const found = await Promise.all(
      deps.settings
        .read()
        .accounts.filter(({ id }) => id !== wanted)
        .map(async ({ id, baseUrl, httpAllowedFor = null }) => {
          if (refuseAddress(baseUrl, [httpAllowedFor])) return []
          const key = (await deps.secrets.read(id).catch(() => null))?.key
          if (key === undefined) return []
          const known = others.get(id)
          return [[id, known?.key === key ? known : { baseUrl, key, client: null }] as const]
        }),
    )
    others = new Map(found.flat())
  }

  async function target(account: Account | null): Promise<Result<Target, 'not_possible_now'>> {
    if (account === null) return sandboxTarget()
    const stored = await deps.secrets.read(account.id)
    return succeed({
      kind: 'service',
      serviceId: account.id,
      baseUrl: account.baseUrl,
      key: stored?.key ?? null,
      keySource: stored?.source ?? 'none',
    })
  }

  async function sandboxTarget(): Promise<Result<Target, 'not_possible_now'>> {
    const sandbox = await deps.startSandbox()
    if (!sandbox.ok) return sandbox
    const { url, key, ended } = sandbox.value
    sandboxUrl = url
    void ended.then((afterMs) => replaceSandbox(url, afterMs))
    return succeed({ kind: 'sandbox', serviceId: sandboxAccountId, baseUrl: url, key, keySource: 'sandbox' })
  }

  async function replaceSandbox(url: string, livedMs: number): Promise<void> {
    if (sandboxUrl === url) {
      sandboxUrl = null
      sandboxReached = null
    }
    if (current?.baseUrl !== url) return
    current = null
    failure = reasonOf('sandbox_ended')
    deps.onChanged()
    if (livedMs >= worthAnotherMs && (await open()).ok) deps.onReopened()
  }

  function open(): Promise<Result<Connection, 'not_possible_now'>> {
    // What one attempt throws must not stop the next one.
    const attempt = (opening ?? Promise.resolve()).then(connect).catch((error: unknown) => {
      const failed = toFailure(error)
      current = null
      failure = reasonIn(failed.error) ?? reasonOf('log_says_why')
      return failed
    })
    opening = attempt
    return attempt
  }

  async function connect(): Promise<Result<Connection, 'not_possible_now'>> {
    if (failure !== null) {
      failure = null
      deps.onChanged()
    }
    const account = chosen()
    const insistedOn = [deps.httpAllowedFor, account?.httpAllowedFor ?? null]
    const refusal = account && refuseAddress(account.baseUrl, insistedOn)
    refusesAddress = refusal !== null
    const found = refusal === null ? await target(account).catch(toFailure) : fail(refusal)
    if (!found.ok) {
      await refreshOthers()
      current = null
      failure = reasonIn(found.error) ?? reasonOf('log_says_why')
      deps.onChanged()
      const service = account === null ? 'sandbox' : 'service'
      const cause = { code: 'opening_failed', service, why: innermost(failure) } as const
      return fail({ code: found.error.code, ...reasonMembers(cause) })
    }
    const client = deps.connect({ ...found.value, descriptionUrl: account?.descriptionUrl })
    const { kind, serviceId, baseUrl, key } = found.value
    if (kind === 'sandbox') sandboxReached = { baseUrl, key, client }
    const pinned = kind === 'service' ? accounts.pin(serviceId) : null
    const [outcome] = await Promise.all([client.describe(), pinned, refreshOthers()])
    const opened = { ...found.value, client, isDescribed: false }
    if (outcome.type !== 'described') recall(client, serviceId)
    current = withOutcome(opened, outcome, true)
    deps.onChanged()
    return succeed(current)
  }

  /** A description that can't be used costs only itself: the last one that was kept stays. */
  function withOutcome(before: Connection, outcome: DescribeOutcome, isFirst: boolean): Connection {
    const { serviceId } = before
    if (outcome.type === 'unchanged') return { ...before, descriptionFault: lastingFault(before) }
    if (outcome.type === 'none') {
      if (isFirst) describeSafely(null, serviceId)
      return { ...before, descriptionFault: outcome.fault }
    }
    const fault = describeSafely(outcome.endpoints, serviceId)
    const isUsed = fault === null || fault === 'unkept'
    if (!isUsed && isFirst) describeSafely(null, serviceId)
    return {
      ...before,
      isDescribed: isUsed || before.isDescribed,
      descriptionDigest: isUsed ? outcome.digest : (before.descriptionDigest ?? null),
      descriptionFault: fault,
    }
  }

  function describeSafely(
    endpoints: readonly DescribedEndpoint[] | null,
    serviceId: string,
  ): DescriptionFault | null {
    try {
      return deps.onDescribed(endpoints, serviceId)
    } catch (error) {
      deps.log.warn(`A service’s description can’t be used: ${innerReasonText(error)}.`)
      return 'unusable'
    }
  }

  function recall(client: ServiceClient, serviceId: string): void {
    try {
      const kept = deps.keptDescription?.(serviceId)
      if (kept !== undefined) client.recall(kept)
    } catch (error) {
      deps.log.warn(`A kept description can’t be used: ${innerReasonText(error)}.`)
    }
  }

  async function describeWith(read: (client: ServiceClient) => Promise<DescribeOutcome>): Promise<void> {
    const requested = current
    if (!requested) return
    const outcome = await read(requested.client)
    // Another reading may have ended first; each is given once.
    const now = current
    if (now?.client !== requested.client) return
    current = withOutcome(now, outcome, false)
    const { descriptionDigest, descriptionFault } = now
    const isChanged =
      current.descriptionDigest !== descriptionDigest || current.descriptionFault !== descriptionFault
    if (isChanged) deps.onChanged()
  }

  return {
    current: () => current,
    failure: () => failure,
    refusesAddress: () => refusesAddress,
    chosen,
    dropOverride() {
      override = null
    },
    open,
    async settled() {
      await opening
      return current
    },
    clientOf,
    refreshOthers,
    accounts,
    probe: (service) => deps.connect(service).probe(),
    probeUsage: (service) => deps.connect(service).probeUsage(),
    describe: () => describeWith((client) => client.describe()),
    describeBy: (text) => describeWith((client) => client.describeBy(text)),
  }
}
