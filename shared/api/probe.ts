/**
 * What a test of an address and its key can find. `no_answer`: nothing responds. `other_service`: something responds,
 * but not in the service's format. `key_refused`: 401. `access_off`: 403, the key is known but API access is not
 * enabled (interface: Authentication 5). `unclear`: the service responds, but doesn't say now.
 */
export const probeVerdicts = [
  'fine',
  'no_answer',
  'other_service',
  'key_refused',
  'access_off',
  'unclear',
] as const

export type ProbeVerdict = (typeof probeVerdicts)[number]
