import { z } from 'zod'
import { isDescriptionUrl } from '../bridge/description-bounds.ts'
import { withoutPassword } from './base-url.ts'
import { displayHost } from './display-host.ts'

/** The id of the sandbox's account: its port changes, its jobs keep their owner. */
export const sandboxAccountId = 'sandbox'

/** How many accounts there may be, the sandbox not counted. */
export const maxAccounts = 50

/** A name that the person gives to an account. */
export const accountNameSchema = z.string().trim().min(1).max(80)

/** Where a description is that its service doesn't publish at its base URL. */
export const descriptionUrlSchema = z.string().refine(isDescriptionUrl)

/** A workspace at a service. Its keys are kept elsewhere (`Secrets`). */
export const accountSchema = z.object({
  /** Its base URL; with `#` and some characters where the address has another account (decisions/0063). */
  id: z.string().min(1).max(2_100),
  name: accountNameSchema,
  /** Where the service is, without a trailing slash. */
  baseUrl: z.url({ protocol: /^https?$/ }).overwrite((url) => url.replace(/\/+$/, '')),
  /** The http address that the person allowed; it applies to no other. */
  httpAllowedFor: z.string().optional(),
  /** Where its description is; absent where that is at its base URL. */
  descriptionUrl: descriptionUrlSchema.optional(),
})

export type Account = z.infer<typeof accountSchema>

/** What a removed account was called: its runs, results and spend stay. */
export const removedAccountSchema = accountSchema.pick({ id: true, name: true })

export type RemovedAccount = z.infer<typeof removedAccountSchema>

/** The names that are kept with this one, the last first. */
export function withRemoved(removed: readonly RemovedAccount[], { id, name }: Account): RemovedAccount[] {
  return [{ id, name }, ...withoutRemoved(removed, id)].slice(0, maxAccounts)
}

export function withoutRemoved(removed: readonly RemovedAccount[], accountId: string): RemovedAccount[] {
  return removed.filter(({ id }) => id !== accountId)
}

/** The address of an account's service, as far as its id tells. */
export function baseUrlOfAccount(accountId: string): string {
  return accountId.split('#', 1)[0] ?? accountId
}

/** An id for one more account at an address; `mark` returns another text each time. */
export function newAccountId(baseUrl: string, accounts: readonly Account[], mark: () => string): string {
  return accounts.some(({ id }) => id === baseUrl) ? `${baseUrl}#${mark()}` : baseUrl
}

/** A name that neither the sandbox nor another account has: the host, with a number where that is taken. */
export function newAccountName(baseUrl: string, accounts: readonly Account[]): string {
  const host = displayHost(baseUrl).slice(0, 70)
  const taken = new Set([sandboxAccountId, ...accounts.map(({ name }) => name.toLowerCase())])
  if (!taken.has(host)) return host
  let number = 2
  while (taken.has(`${host} ${number}`)) number += 1
  return `${host} ${number}`
}

/** The account at an address that is known by nothing else, such as a command line's. */
export function unlistedAccount(baseUrl: string): Account {
  return { id: withoutPassword(baseUrl), name: displayHost(withoutPassword(baseUrl)), baseUrl }
}

/** The account that has this name or id; names are compared without regard to case. */
export function findAccount(accounts: readonly Account[], nameOrId: string): Account | null {
  const wanted = nameOrId.trim().toLowerCase()
  return (
    accounts.find(({ id }) => id === nameOrId.trim()) ??
    accounts.find(({ name }) => name.toLowerCase() === wanted) ??
    null
  )
}

interface AccountSettings {
  readonly accounts: readonly Account[]
  readonly activeAccount: string | null
}

/** The account that new runs belong to; null for the sandbox. */
export function activeAccount({ accounts, activeAccount: id }: AccountSettings): Account | null {
  return accounts.find((account) => account.id === id) ?? null
}

const formerServiceSchema = z.object({
  baseUrl: accountSchema.shape.baseUrl,
  httpAllowedFor: accountSchema.shape.httpAllowedFor,
})

/**
 * Settings of an Atelier that knew one service become those of one account, whose id is that service's: its runs, its
 * key and its files stay its own.
 */
export function withAccounts(stored: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { service, ...others } = stored
  if (Object.hasOwn(stored, 'accounts')) return others
  const former = formerServiceSchema.safeParse(service)
  if (!former.success) return others
  const baseUrl = former.data.baseUrl.replace(/\/+$/, '')
  const account = { ...former.data, ...unlistedAccount(baseUrl) }
  return { ...others, accounts: [account], activeAccount: account.id }
}
