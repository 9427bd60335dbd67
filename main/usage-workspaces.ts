import { type Account, sandboxAccountId } from '../shared/settings/account.ts'
import type { ConnectionManager } from './engine/service/connection.ts'
import type { AccountSettings, Secrets } from './engine/service/ports.ts'
import { refuseAddress } from './engine/service/refuse-address.ts'
import type { UsageWorkspaces } from './engine/usage/ports.ts'

export interface UsageWorkspacesDeps {
  readonly settings: AccountSettings
  /** The workspaces' service keys. */
  readonly usageSecrets: Secrets
  readonly connection: Pick<ConnectionManager, 'settled' | 'chosen'>
  /** The http address that the person allowed for this start; null where they didn't. */
  readonly httpAllowedFor: string | null
  /** Where the sandbox is, and the key that came with it; null before it has started. */
  sandbox(): { readonly baseUrl: string; readonly key: string } | null
}

/** The person's accounts as workspaces, each with its own key for usage; the sandbox first, once it runs. */
export function createUsageWorkspaces(deps: UsageWorkspacesDeps): UsageWorkspaces {
  const { settings, usageSecrets, connection, sandbox } = deps

  /** Those in the list, and the one of this start where that is another. */
  function accounts(): readonly Account[] {
    const listed = settings.read().accounts
    const chosen = connection.chosen()
    return chosen && !listed.some(({ id }) => id === chosen.id) ? [...listed, chosen] : listed
  }

  async function keyOf({ id, baseUrl, httpAllowedFor }: Account): Promise<string | null> {
    if (refuseAddress(baseUrl, [httpAllowedFor ?? null, deps.httpAllowedFor])) return null
    const stored = await usageSecrets.read(id).catch(() => null)
    return stored?.key ?? null
  }

  return {
    async list() {
      await connection.settled()
      const connected = connection.chosen()?.id ?? sandboxAccountId
      const own = await Promise.all(
        accounts().map(async (account) => ({
          accountId: account.id,
          name: account.name,
          hasKey: (await keyOf(account)) !== null,
          isConnected: account.id === connected,
        })),
      )
      if (!sandbox()) return own
      const isConnected = connected === sandboxAccountId
      return [{ accountId: sandboxAccountId, name: sandboxAccountId, hasKey: true, isConnected }, ...own]
    },
    async access(accountId) {
      await connection.settled()
      if (accountId === sandboxAccountId) return sandbox()
      const account = accounts().find(({ id }) => id === accountId)
      const key = account ? await keyOf(account) : null
      return account && key !== null ? { baseUrl: account.baseUrl, key } : null
    },
  }
}
