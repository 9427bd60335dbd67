import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import { inputsIn } from '../../../../shared/form/input-reference.ts'
import { ownMember } from '../../../../shared/own-member.ts'
import type { Values } from '../composer/draft.ts'

/** How many files one request checks. */
const mostAtOnce = 200

/** Values without the files that are not on this machine, and the wire names that lost one. */
export interface WithoutMissing {
  readonly values: Values
  readonly missing: readonly string[]
}

/** Checks which of the person's own files in the values are here. Without a response, all count as here. */
export async function leaveOutMissing(bridge: Bridge, values: Values): Promise<WithoutMissing> {
  const sha256s = inputsIn(values)
  if (sha256s.length === 0) return { values, missing: [] }
  const gone = new Set(sha256s)
  for (let from = 0; from < sha256s.length; from += mostAtOnce) {
    const result = await bridge.call('inputs.describe', { sha256s: sha256s.slice(from, from + mostAtOnce) })
    if (!result.ok) return { values, missing: [] }
    for (const { sha256 } of result.value) gone.delete(sha256)
  }
  const namesAny = (value: unknown) => inputsIn(value).some((one) => gone.has(one))
  const names = Object.keys(values).filter((name) => namesAny(ownMember(values, name)))
  const rest = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (!names.includes(name)) return [[name, value]]
    const left = Array.isArray(value) ? value.filter((item) => !namesAny(item)) : []
    return left.length > 0 ? [[name, left]] : []
  })
  return { values: Object.fromEntries(rest), missing: names }
}
