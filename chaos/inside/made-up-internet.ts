import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/**
 * Loaded into a studio before it starts. Names resolve as the trial says; addresses that the trial calls public
 * lead to this machine; any other connection away from this machine is refused before it reaches the system.
 * Each attempt is recorded with its real address, below everything that the studio could bypass.
 */
const planSchema = z.object({
  /** The file for the attempts, one JSON line each. */
  attempts: z.string(),
  /** The addresses of a name; each request uses the next list. */
  names: z.record(z.string(), z.array(z.array(z.string()).min(1)).min(1)),
  /** Addresses that represent the Internet: connections to them arrive at 127.0.0.1, at the same port. */
  public: z.array(z.string()),
})

const plan = planSchema.parse(JSON.parse(process.env.CHAOS_INTERNET ?? 'null'))
const requested = new Map<string, number>()
const isPublic: ReadonlySet<string> = new Set(plan.public)

/** Addresses that always stay on this machine. */
const here = new BlockList()
here.addSubnet('127.0.0.0', 8, 'ipv4')
for (const [address, family] of [
  ['0.0.0.0', 'ipv4'],
  ['::1', 'ipv6'],
  ['::', 'ipv6'],
] as const)
  here.addAddress(address, family)

type Found = (error: Error | null, ...found: unknown[]) => void

/** Replaces `dns.lookup`: resolves made-up names and literal addresses. */
function lookup(hostname: string, ...rest: unknown[]): void {
  const found = rest.at(-1) as Found
  const options = (rest.length > 1 ? rest[0] : {}) as { all?: boolean } | number | null
  const wantsAll = typeof options === 'object' && options?.all === true
  const addresses = resolveName(hostname)
  if (!addresses) {
    const error = Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), {
      code: 'ENOTFOUND',
      hostname,
    })
    return void process.nextTick(() => found(error))
  }
  const all = addresses.map((address) => ({ address, family: isIP(address) }))
  process.nextTick(() => {
    if (wantsAll) found(null, all)
    else found(null, all[0]?.address, all[0]?.family)
  })
}

function resolveName(hostname: string): readonly string[] | null {
  if (isIP(hostname)) return [hostname]
  const name = hostname.toLowerCase().replace(/\.$/, '')
  const responses = plan.names[name]
  if (!responses) return null
  const time = requested.get(name) ?? 0
  requested.set(name, time + 1)
  return responses[Math.min(time, responses.length - 1)] ?? null
}

dns.lookup = lookup as unknown as typeof dns.lookup
syncBuiltinESMExports()

type Connect = (this: unknown, request: unknown, address: string, port: number) => number

interface TcpPrototype {
  connect: Connect
  connect6: Connect
}

/** libuv's error code for an unreachable network. */
const networkUnreachable = -101
const bindings = process as unknown as {
  binding(name: 'tcp_wrap'): { TCP: { prototype: TcpPrototype } }
}
const { prototype } = bindings.binding('tcp_wrap').TCP
const { connect, connect6 } = prototype

function guard(original: Connect): Connect {
  return function connectWatched(request, address, port) {
    appendFileSync(plan.attempts, `${JSON.stringify({ address, port })}\n`)
    if (isPublic.has(address)) return connect.call(this, request, '127.0.0.1', port)
    const staysHere = here.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    return staysHere ? original.call(this, request, address, port) : networkUnreachable
  }
}

prototype.connect = guard(connect)
prototype.connect6 = guard(connect6)
