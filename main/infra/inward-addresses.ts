import { lookup as lookUp } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { ReasonError } from '../engine/reason-error.ts'
import type { AddressClass } from '../engine/service/accounts.ts'

/** A result's address leads to this machine or its own network (promise 9). */
export class InwardAddressError extends ReasonError {
  override readonly name = 'InwardAddressError'
  /** The address itself, which may be a redirect's target. */
  readonly url: string
  constructor(code: 'file_leads_inward' | 'file_refused', url: URL) {
    super({ code, host: url.host })
    this.url = url.href
  }
}

/** Everything that is not the public Internet: IANA's special-purpose registries for IPv4 and IPv6. */
const inwardSubnets: readonly (readonly [net: string, prefix: number, family: 'ipv4' | 'ipv6'])[] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 4, 'ipv4'],
  ['240.0.0.0', 4, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['::ffff:0:0:0', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['fec0::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

const inward = new BlockList()
for (const [net, prefix, family] of inwardSubnets) inward.addSubnet(net, prefix, family)

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Private networks: a service in one of them may use it, and one on the Internet may not. */
const ownNetworks = new BlockList()
for (const [net, prefix, family] of [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const)
  ownNetworks.addSubnet(net, prefix, family)

/** The inward addresses that belong to each class. */
const inwardOf: Readonly<Record<AddressClass, BlockList>> = {
  public: new BlockList(),
  private: ownNetworks,
  loopback,
}

function isIn(list: BlockList, address: string): boolean {
  const family = isIP(address)
  return family !== 0 && list.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Whether an IP address (v4, v6, or v4 mapped into v6) is outside the public Internet. */
export function isInward(address: string): boolean {
  return isIn(inward, address)
}

/** A URL's host as an address or name, without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '')
}

/** The class of a host by all of its addresses: one inward address makes it inward. */
export function classOfAddresses(addresses: readonly string[]): AddressClass {
  const inside = addresses.filter(isInward)
  if (inside.length === 0) return 'public'
  return inside.every((address) => isIn(loopback, address)) ? 'loopback' : 'private'
}

/** The class of a URL's host now; null where its name can't be resolved. */
export function findAddressClass(url: URL): Promise<AddressClass | null> {
  const host = hostOf(url)
  if (isIP(host)) return Promise.resolve(classOfAddresses([host]))
  return new Promise((resolve) => {
    lookUp(host, { all: true }, (error, addresses) =>
      resolve(error ? null : classOfAddresses(addresses.map(({ address }) => address))),
    )
  })
}

/** Allows public addresses always, and inward ones of this class. */
function isRefused(address: string, reach: AddressClass): boolean {
  return isInward(address) && !isIn(inwardOf[reach], address)
}

/** Throws where a URL names an address that is out of reach; names are checked when they are resolved. */
export function refuseInward(url: URL, reach: AddressClass): void {
  if (isRefused(hostOf(url), reach)) throw refusal(url)
}

function refusal(url: URL): InwardAddressError {
  return new InwardAddressError('file_leads_inward', url)
}

/**
 * Resolves a URL's host for one connection and refuses it where any address is out of reach. The connection is
 * made to exactly the checked addresses, so a name that resolves differently a moment later gains nothing.
 */
export function createGuardedLookup(url: URL, reach: AddressClass): LookupFunction {
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      if (addresses.some(({ address }) => isRefused(address, reach))) return callback(refusal(url), [])
      const [first] = addresses
      if (options.all || !first) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}
