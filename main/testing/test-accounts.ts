import type { Account, AccountReach, AccountsDeps, AddressClass } from '../engine/service/accounts.ts'

/** The reach of an account whose service is at exactly this URL's origin, on this machine. */
export function ownReach(url: string, key: string | null = null): AccountReach {
  return { origin: URL.parse(url)?.origin ?? null, addressClass: 'loopback', key }
}

/** The connected account of a service, by default one on the Internet. */
export function testAccount(changes: Partial<Account> = {}): Account {
  return {
    name: 'service.example',
    isConnected: true,
    changesOrigin: false,
    origin: 'https://service.example',
    addressClass: 'public',
    key: 'k',
    ...changes,
  }
}

/** The hosts' classes, kept in memory; by default every name leads to the Internet. */
export function fakeAddressClasses(classOf: (url: URL) => AddressClass | null = () => 'public'): Pick<
  AccountsDeps,
  'classes' | 'findAddressClass' | 'log'
> & {
  readonly kept: Map<string, AddressClass>
} {
  const kept = new Map<string, AddressClass>()
  return {
    kept,
    classes: {
      read: (serviceId) => kept.get(serviceId) ?? null,
      write: (serviceId, addressClass) => void kept.set(serviceId, addressClass),
    },
    findAddressClass: async (url) => classOf(url),
    log: { warn: () => undefined },
  }
}
