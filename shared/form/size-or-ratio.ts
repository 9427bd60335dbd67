import type { JsonSchema } from '../catalog/json-schema.ts'
import type { Problem } from '../json-schema/problem.ts'
import { requestFields } from './request-fields.ts'

export const ratioField = 'aspect_ratio'
export const sideFields = ['width', 'height'] as const

type Values = Readonly<Record<string, unknown>>

/** A problem where proportions and pixels are both set for a model that has both: it can follow only one. */
export function findTwoSizes(schema: JsonSchema, values: Values): Problem[] {
  const listed = requestFields(schema)
  const isSet = (name: string) => Object.hasOwn(listed, name) && values[name] !== undefined
  const isTwice = isSet(ratioField) && sideFields.some(isSet)
  return isTwice ? [{ path: [ratioField], reason: { code: 'two_sizes' } }] : []
}

/** Whether two different fields exclude each other: one sets proportions, the other pixels. */
export function areEitherOr(one: string, other: string): boolean {
  return (one === ratioField && isSide(other)) || (other === ratioField && isSide(one))
}

/**
 * What one row sets over a form's values: a row with proportions clears the form's pixels, and one with pixels its
 * proportions.
 */
export function setOver(values: Values, row: Values): Values {
  const sets = (name: string) => row[name] !== undefined
  const cleared = [...(sets(ratioField) ? sideFields : []), ...(sideFields.some(sets) ? [ratioField] : [])]
  const kept = Object.entries(values).filter(([name]) => !cleared.some((one) => one === name))
  return { ...Object.fromEntries(kept), ...row }
}

function isSide(name: string): boolean {
  return sideFields.some((side) => side === name)
}
