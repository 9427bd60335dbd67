/**
 * What a test of an address and its key can find. `no_network`: this machine is connected to none. `unknown_host`: the
 * address's host has no entry. `certificate_date`: its certificate isn't valid today, or this machine's clock is wrong.
 * `no_answer`: nothing responds. `other_service`: something responds, but not in the service's format. `key_refused`: 401.
 * `access_off`: 403, the key is known but API access is not enabled (interface: Authentication 5). `unclear`: the service
 * responds, but doesn't say now.
 */
export const probeVerdicts = [
  'fine',
  'no_network',
  'unknown_host',
  'certificate_date',
  'no_answer',
  'other_service',
  'key_refused',
  'access_off',
  'unclear',
] as const

export type ProbeVerdict = (typeof probeVerdicts)[number]

/** What a test of a key for usage can find (interface: Errors, GET /usage): 403 is `not_entitled`, 404 `no_workspace`. */
export const usageProbeVerdicts = [
  'fine',
  'key_refused',
  'not_entitled',
  'no_workspace',
  'no_answer',
  'unclear',
] as const

export type UsageProbeVerdict = (typeof usageProbeVerdicts)[number]

export interface Probe {
  readonly verdict: ProbeVerdict
  /** The service's clock minus this machine's, in milliseconds, to about a second; null where it didn't say. */
  readonly clockDifferenceMs: number | null
}

/** A clock that is further off than this gets every signed delivery refused. */
export const tolerableClockDifferenceMs = 5 * 60_000

/** Whether a test got no response that says anything of a service. */
export function isUnreached(verdict: ProbeVerdict): boolean {
  return unreached.has(verdict)
}

const unreached: ReadonlySet<ProbeVerdict> = new Set([
  'no_network',
  'unknown_host',
  'certificate_date',
  'no_answer',
])

/** What a test says of the service itself; something that isn't it is no sign of it. */
export function stateOfProbe(verdict: ProbeVerdict): 'fine' | 'unreachable' | 'refused' {
  if (isUnreached(verdict) || verdict === 'other_service') return 'unreachable'
  return verdict === 'key_refused' || verdict === 'access_off' ? 'refused' : 'fine'
}
