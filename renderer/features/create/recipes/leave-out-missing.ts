import type { Bridge } from '../../../../shared/bridge/carrier.ts'
import { readInputReference, replaceInputReferences } from '../../../../shared/form/input-reference.ts'
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
  const sha256s = [...referencesOf(values)]
  if (sha256s.length === 0) return { values, missing: [] }
  const gone = new Set(sha256s)
  for (let from = 0; from < sha256s.length; from += mostAtOnce) {
    const result = await bridge.call('inputs.describe', { sha256s: sha256s.slice(from, from + mostAtOnce) })
    if (!result.ok) return { values, missing: [] }
    for (const { sha256 } of result.value) gone.delete(sha256)
  }
  const names = Object.keys(values).filter((name) =>
    [...referencesOf(ownMember(values, name))].some((one) => gone.has(one)),
  )
  const rest = Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    if (!names.includes(name)) return [[name, value]]
    const left = Array.isArray(value) ? value.filter((item) => !namesAny(item, gone)) : []
    return left.length > 0 ? [[name, left]] : []
  })
  return { values: Object.fromEntries(rest), missing: names }
}

function namesAny(value: unknown, gone: ReadonlySet<string>): boolean {
  return [...referencesOf(value)].some((one) => gone.has(one))
}

function referencesOf(value: unknown): Set<string> {
  const found = new Set<string>()
  if (readInputReference(value) === null && (typeof value !== 'object' || value === null)) return found
  replaceInputReferences(value, (sha256) => {
    found.add(sha256)
    return ''
  })
  return found
}
