import { isUnreached, type ProbeVerdict, type UsageProbeVerdict } from '../../../shared/api/probe.ts'
import type {
  AccountList,
  AccountView,
  KeyPurpose,
  KeyState,
} from '../../../shared/bridge/account-procedures.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ParsedInput, ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { StudioStatus } from '../../../shared/bridge/views.ts'
import { reasonOf } from '../../../shared/failures/reason.ts'
import {
  type Account,
  activeAccount,
  maxAccounts,
  newAccountId,
  newAccountName,
  sandboxAccountId,
  withoutRemoved,
  withRemoved,
} from '../../../shared/settings/account.ts'
import { isInClear, isSameBaseUrl, withoutPassword } from '../../../shared/settings/base-url.ts'
import { refuse, respond } from '../bridge-result.ts'
import type { Ids } from '../ports.ts'
import { reasonIn } from '../reason-error.ts'
import { type ConnectionManager, chosenAccount } from '../service/connection.ts'
import { keyEnding } from '../service/key-ending.ts'
import type { Secrets } from '../service/ports.ts'
import type { ChangeSettings } from './change-settings.ts'
import type { SettingsStore } from './ports.ts'
import type { Reconnect } from './reconnect.ts'

export interface AccountProceduresDeps {
  readonly settings: SettingsStore
  readonly change: ChangeSettings
  readonly secrets: Secrets
  /** The workspaces' service keys. */
  readonly usageSecrets: Secrets
  readonly connection: ConnectionManager
  readonly ids: Ids
  status(): StudioStatus
  readonly reconnect: Reconnect
  /** A workspace's key for usage was written or forgotten: what was read of it may be another's. */
  forgetUsage(accountId: string): Promise<void>
  /** The connected account's service was tested (CONN41). */
  onTested(verdict: ProbeVerdict): void
  /** Another account than the connected one was added, changed or removed. */
  onOthersChanged(): void
}

type Refused = Extract<BridgeResult<never>, { ok: false }>

interface NewKeys {
  readonly key?: string | undefined
  readonly usageKey?: string | undefined
  readonly consent: boolean
  readonly onlySession?: boolean | undefined
  readonly keepUntested: boolean
}

/** The procedures for the person's accounts (ACC1 to ACC9). */
export function createAccountProcedures(deps: AccountProceduresDeps) {
  const { settings, change, secrets, usageSecrets, connection, ids, status, reconnect } = deps
  /** How often the person has left a form whose keys were being tested. */
  let cancellations = 0

  function listed(accountId: string): Account | null {
    return settings.read().accounts.find(({ id }) => id === accountId) ?? null
  }

  /** The account of this address: the active one before others, one of the start only after them. */
  function accountAt(baseUrl: string): Account | null {
    const known = settings.read()
    return (
      [activeAccount(known), ...known.accounts, connection.chosen()].find(
        (account) => account && isSameBaseUrl(account.baseUrl, baseUrl),
      ) ?? null
    )
  }

  /** Tests both keys, without cost, then keeps those that are new; null where nothing speaks against them. */
  async function takeKeys(account: Account, keys: NewKeys, testsAlways: boolean): Promise<Refused | null> {
    const { key, usageKey, keepUntested } = keys
    const consent = keys.onlySession ? 'session' : keys.consent
    const { baseUrl } = account
    const begun = cancellations
    if (testsAlways || key !== undefined) {
      const tested = key ?? (await secrets.read(account.id))?.key ?? null
      const { verdict } = await connection.probe({ baseUrl, key: tested })
      if (verdict !== 'fine' && !(keepUntested && isUntested(verdict))) return refuseVerdict(verdict)
    }
    if (usageKey !== undefined) {
      const refused = refuseUsageVerdict(await connection.probeUsage({ baseUrl, key: usageKey }))
      if (refused) return refused
    }
    if (cancellations !== begun) return refuse('not_possible_now', null)
    const unkept =
      (await keep(secrets, account.id, key, consent, 'key')) ??
      (await keep(usageSecrets, account.id, usageKey, consent, 'usageKey'))
    if (unkept) return unkept
    if (usageKey !== undefined) await deps.forgetUsage(account.id)
    return null
  }

  /** Why an account can't have this name; null where it can. */
  function refuseName(name: string, own: Account | null): Refused | null {
    const wanted = name.toLowerCase()
    const isTaken =
      wanted === sandboxAccountId ||
      settings.read().accounts.some((one) => one.id !== own?.id && one.name.toLowerCase() === wanted)
    return isTaken ? refuse('invalid_input', reasonOf('account_name_taken'), { field: 'name' }) : null
  }

  function unknown(): Refused {
    return refuse('invalid_input', reasonOf('account_unknown'), { field: 'accountId' })
  }

  async function use(account: Account | null): Promise<BridgeResult<StudioStatus>> {
    connection.dropOverride()
    change({ activeAccount: account?.id ?? null })
    if (account) await connection.accounts.choose(account.id)
    return reconnect()
  }

  async function othersChanged(): Promise<BridgeResult<StudioStatus>> {
    await connection.refreshOthers()
    deps.onOthersChanged()
    return respond(status())
  }

  function isChosen(accountId: string): boolean {
    return chosenAccount(connection) === accountId
  }

  async function forget(accountId: string, purpose: KeyPurpose): Promise<Refused | null> {
    const forgotten = await (purpose === 'usage' ? usageSecrets : secrets).forget(accountId)
    if (!forgotten.ok) return refuse(forgotten.error.code, reasonIn(forgotten.error))
    if (purpose === 'usage') await deps.forgetUsage(accountId)
    return null
  }

  return {
    async 'accounts.list'(): Promise<BridgeResult<AccountList>> {
      const { accounts } = settings.read()
      const chosen = connection.chosen()
      const others = chosen && !accounts.some(({ id }) => id === chosen.id) ? [chosen] : []
      const views = [...accounts, ...others].map(
        async (account): Promise<AccountView> => ({
          accountId: account.id,
          kind: 'service',
          name: account.name,
          baseUrl: withoutPassword(account.baseUrl),
          allowsHttp: isSameBaseUrl(account.httpAllowedFor ?? null, account.baseUrl),
          isActive: account.id === chosen?.id,
          isListed: !others.includes(account),
          key: await stateIn(secrets, account.id),
          usageKey: await stateIn(usageSecrets, account.id),
        }),
      )
      return respond({
        accounts: [sandboxView(chosen === null), ...(await Promise.all(views))],
        keyPlace: (await secrets.place?.()) ?? 'file',
        environmentKey: secrets.fromEnvironment,
        environmentUsageKey: usageSecrets.fromEnvironment,
      })
    },
    async 'accounts.connect'(input: ParsedInput<'accounts.connect'>): Promise<BridgeResult<StudioStatus>> {
      const { baseUrl, separate, allowHttp, name, ...keys } = input
      const insists = isInClear(baseUrl)
      if (insists && !allowHttp) return refuseInClear(baseUrl)
      const { accounts } = settings.read()
      const own = separate ? null : accountAt(baseUrl)
      const refusedName = name === undefined ? null : refuseName(name, own)
      if (refusedName) return refusedName
      if (!(own && listed(own.id)) && accounts.length >= maxAccounts)
        return refuse('not_possible_now', reasonOf('accounts_too_many'))
      const account: Account = {
        id: own?.id ?? newAccountId(baseUrl, accounts, () => ids.next().slice(-12)),
        name: name ?? own?.name ?? newAccountName(baseUrl, accounts),
        baseUrl,
        ...(insists && { httpAllowedFor: baseUrl }),
        ...(own?.descriptionUrl && { descriptionUrl: own.descriptionUrl }),
      }
      const refused = await takeKeys(account, keys, true)
      if (refused) return refused
      const known = settings.read()
      change({
        accounts: withAccount(known.accounts, account),
        removedAccounts: withoutRemoved(known.removedAccounts, account.id),
      })
      return use(account)
    },
    async 'accounts.change'(input: ParsedInput<'accounts.change'>): Promise<BridgeResult<StudioStatus>> {
      const { accountId, name, allowHttp, ...keys } = input
      const own = listed(accountId)
      if (!own) return unknown()
      const isAllowed = allowHttp || isSameBaseUrl(own.httpAllowedFor ?? null, own.baseUrl)
      const sendsKey = keys.key !== undefined || keys.usageKey !== undefined
      if (sendsKey && isInClear(own.baseUrl) && !isAllowed) return refuseInClear(own.baseUrl)
      const refused = (name !== undefined && refuseName(name, own)) || (await takeKeys(own, keys, false))
      if (refused) return refused
      const changed = {
        ...own,
        ...(name !== undefined && { name }),
        ...(allowHttp && { httpAllowedFor: own.baseUrl }),
      }
      change({ accounts: withAccount(settings.read().accounts, changed) })
      const isReconnected = keys.key !== undefined || allowHttp
      return isReconnected && isChosen(accountId) ? reconnect() : othersChanged()
    },
    async 'accounts.describe'({
      source,
    }: ParsedInput<'accounts.describe'>): Promise<BridgeResult<StudioStatus>> {
      const own = listed(chosenAccount(connection))
      if (!own) return unknown()
      if (source.type === 'text') {
        await connection.describeBy(source.text)
        return respond(status())
      }
      const { descriptionUrl: _, ...rest } = own
      const changed = { ...rest, ...(source.type === 'url' && { descriptionUrl: source.url }) }
      change({ accounts: withAccount(settings.read().accounts, changed) })
      return reconnect()
    },
    'accounts.cancel'(_: ParsedInput<'accounts.cancel'>): BridgeResult<null> {
      cancellations += 1
      return respond(null)
    },
    async 'accounts.use'({ accountId }: ParsedInput<'accounts.use'>): Promise<BridgeResult<StudioStatus>> {
      if (accountId === sandboxAccountId) return use(null)
      const account = listed(accountId)
      return account ? use(account) : unknown()
    },
    async 'accounts.remove'({
      accountId,
    }: ParsedInput<'accounts.remove'>): Promise<BridgeResult<StudioStatus>> {
      const own = listed(accountId)
      if (!own) return unknown()
      const refused = (await forget(accountId, 'generating')) ?? (await forget(accountId, 'usage'))
      if (refused) return refused
      const wasChosen = isChosen(accountId)
      const known = settings.read()
      change({
        accounts: known.accounts.filter(({ id }) => id !== accountId),
        removedAccounts: withRemoved(known.removedAccounts, own),
      })
      return wasChosen ? use(null) : othersChanged()
    },
    async 'accounts.forgetKey'({
      accountId,
      purpose,
    }: ParsedInput<'accounts.forgetKey'>): Promise<BridgeResult<StudioStatus>> {
      const refused = await forget(accountId, purpose)
      if (refused) return refused
      return purpose === 'generating' && isChosen(accountId) ? reconnect() : othersChanged()
    },
    async 'accounts.test'(): Promise<BridgeResult<ProcedureOutput<'accounts.test'>>> {
      const current = await connection.settled()
      if (!current) return refuse('service_unreachable', reasonOf('sandbox_missing'))
      const { baseUrl, serviceId } = current
      const usageKey = await usageSecrets.read(serviceId)
      const [probe, usage] = await Promise.all([
        current.client.probe(),
        usageKey && connection.probeUsage({ baseUrl, key: usageKey.key }),
      ])
      if (connection.current()?.client === current.client) deps.onTested(probe.verdict)
      // What was held because the key was refused is sent again.
      if (probe.verdict === 'fine' && status().hold?.reason === 'unauthorized') {
        const opened = await reconnect()
        if (!opened.ok) return opened
      } else if (!isUnreached(probe.verdict)) await connection.describe()
      return respond({ ...probe, described: connection.current()?.isDescribed ?? false, usage })
    },
  }
}

function sandboxView(isActive: boolean): AccountView {
  const own = { source: 'sandbox', ending: null } as const
  return {
    accountId: sandboxAccountId,
    kind: 'sandbox',
    name: null,
    baseUrl: null,
    allowsHttp: false,
    isActive,
    isListed: true,
    key: own,
    usageKey: own,
  }
}

async function stateIn(secrets: Secrets, accountId: string): Promise<KeyState> {
  const stored = await secrets.read(accountId)
  const trouble = stored === null ? (secrets.trouble?.(accountId) ?? null) : null
  const state = { source: stored?.source ?? 'none', ending: stored && keyEnding(stored.key) }
  return trouble === null ? state : { ...state, trouble }
}

function withAccount(accounts: readonly Account[], account: Account): Account[] {
  return accounts.some(({ id }) => id === account.id)
    ? accounts.map((one) => (one.id === account.id ? account : one))
    : [...accounts, account]
}

async function keep(
  secrets: Secrets,
  accountId: string,
  key: string | undefined,
  consent: boolean | 'session',
  field: string,
): Promise<Refused | null> {
  if (key === undefined) return null
  const kept = await secrets.write(accountId, key, consent)
  return kept.ok ? null : refuse(kept.error.code, reasonIn(kept.error), { field })
}

function refuseInClear(address: string): Refused {
  return refuse('http_not_allowed', { code: 'address_in_clear', address }, { field: 'baseUrl' })
}

/** Whether the test found nothing against the key. */
function isUntested(verdict: ProbeVerdict): boolean {
  return isUnreached(verdict) || verdict === 'unclear'
}

function refuseVerdict(verdict: Exclude<ProbeVerdict, 'fine'>): Refused {
  const field = verdict === 'key_refused' || verdict === 'access_off' ? 'key' : 'baseUrl'
  const code = isUnreached(verdict) ? 'service_unreachable' : 'service_refused'
  return refuse(code, reasonOf(`probe_${verdict}`), { field })
}

const usageRefusals = {
  key_refused: 'usage_key_refused',
  not_entitled: 'usage_key_not_entitled',
  no_workspace: 'usage_key_no_workspace',
} as const

/** What speaks against a key for usage; where the service can't say now, nothing does. */
function refuseUsageVerdict(verdict: UsageProbeVerdict): Refused | null {
  if (verdict === 'fine' || verdict === 'no_answer' || verdict === 'unclear') return null
  return refuse('service_refused', reasonOf(usageRefusals[verdict]), { field: 'usageKey' })
}
