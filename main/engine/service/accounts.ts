import { sandboxAccountId } from '../../../shared/settings/account.ts'
import type { Log } from '../ports.ts'

/** Where a service's host is: on the Internet, in the person's own network, or on this machine. */
export type AddressClass = 'public' | 'private' | 'loopback'

/** The reach of an account's results beyond the public Internet (LIB27). */
export interface AccountReach {
  /** The exact origin of its service: scheme, host and port; null where it is unknown now. */
  readonly origin: string | null
  /** Where the host of that origin has to be; null where that is unknown now. */
  readonly addressClass: AddressClass | null
  /** The key for that origin only; null where there is none, or the account can't be asked (LIB6). */
  readonly key: string | null
}

/** The service that a run belongs to, as needed for its results. */
export interface Account extends AccountReach {
  /** As the person named it; `sandbox`, or the host of its base URL, where they didn't. */
  readonly name: string
  /** Whether its service can be asked: it is the connected one, or its key is kept. */
  readonly isConnected: boolean
  /** Its origin changes with each start of its service. */
  readonly changesOrigin: boolean
}

/** Where the host of each service was when the person chose it. Writes are durable when the call returns. */
export interface AddressClasses {
  read(serviceId: string): AddressClass | null
  write(serviceId: string, addressClass: AddressClass): void
}

export interface AccountsDeps {
  readonly classes: AddressClasses
  readonly log: Log
  /** Where the host of a URL is now; null where its name can't be resolved. */
  findAddressClass(url: URL): Promise<AddressClass | null>
  /** The key of an account that can be asked, connected or not; null where it can't be. */
  reached(serviceId: string): { readonly key: string | null } | null
  /** The sandbox's address while it runs. */
  sandboxUrl(): string | null
  /** The name that the person gave an account; null where they gave none. */
  givenName(serviceId: string): string | null
}

export interface Accounts {
  of(serviceId: string): Promise<Account>
  /** Remembers where a service's host is, the first time that it is connected (LIB27). */
  pin(serviceId: string): Promise<AddressClass | null>
  /** Looks it up again: the person has just chosen this service. */
  choose(serviceId: string): Promise<void>
}

/** The reach of each account's results, which applies to no other account. */
export function createAccounts({ classes, log, reached, sandboxUrl, ...deps }: AccountsDeps): Accounts {
  const known = new Map<string, AddressClass>()

  function keep(serviceId: string, addressClass: AddressClass): void {
    known.set(serviceId, addressClass)
    try {
      if (classes.read(serviceId) !== addressClass) classes.write(serviceId, addressClass)
    } catch (error) {
      log.warn(`Where ${nameOf(serviceId)} is could not be written down: ${(error as Error).message}.`)
    }
  }

  function kept(serviceId: string): AddressClass | null {
    const found = known.get(serviceId)
    if (found) return found
    try {
      return classes.read(serviceId)
    } catch (error) {
      log.warn(`Where ${nameOf(serviceId)} was could not be read: ${(error as Error).message}.`)
      return null
    }
  }

  async function look(serviceId: string): Promise<AddressClass | null> {
    const url = URL.parse(serviceId)
    const found = url && (await deps.findAddressClass(url))
    if (found) keep(serviceId, found)
    return found
  }

  async function pin(serviceId: string): Promise<AddressClass | null> {
    return kept(serviceId) ?? (await look(serviceId))
  }

  return {
    pin,
    async of(serviceId) {
      const connected = reached(serviceId)
      const isSandbox = serviceId === sandboxAccountId
      const url = URL.parse((isSandbox ? sandboxUrl() : serviceId) ?? '')
      return {
        name: deps.givenName(serviceId) ?? nameOf(serviceId),
        isConnected: connected !== null,
        changesOrigin: isSandbox,
        origin: url?.origin ?? null,
        addressClass: isSandbox ? 'loopback' : connected ? await pin(serviceId) : kept(serviceId),
        key: connected?.key ?? null,
      }
    },
    async choose(serviceId) {
      await look(serviceId)
    },
  }
}

/** The sandbox's id is no URL, and its name. */
function nameOf(serviceId: string): string {
  return URL.parse(serviceId)?.host ?? serviceId
}
