import { requestSchema } from '../shared/catalog/json-schema.ts'
import type { ServedModel } from './description.ts'
import { expectAccepted, show } from './expectations.ts'
import type { PaidRequest } from './paid-request.ts'
import type { PaidRequests } from './paid-requests.ts'
import type { Rule } from './rule.ts'
import { acceptedValues } from './sample-values.ts'

/** A field that must be accepted with each of these values. */
export interface FieldValues {
  readonly field: string
  readonly values: readonly unknown[]
  /** Where the price depends on it, the cheapest value is sent once all have been tried. */
  readonly least?: unknown
}

const prompt = 'a paper lantern'

/**
 * Rules that each value of each field is accepted. As many values as possible share a request, since each
 * accepted one is billed; where a shared one is refused, its values are sent one by one, so that an unsupported
 * combination is no fault.
 */
export function acceptanceRules(
  served: ServedModel,
  fields: readonly FieldValues[],
  paid: PaidRequests,
): Rule[] {
  const rounds = Math.max(0, ...fields.map(({ values }) => values.length))
  const shared = Array.from({ length: rounds }, (_, round) => shareRequest(served, fields, round))
  return fields.flatMap(({ field, values }) =>
    values.flatMap((value, round): Rule[] => {
      const together = shared[round]
      if (!together) return []
      const alone = { served, body: { ...leastBody(served), [field]: value } }
      return [
        {
          rule: `${field} takes ${nameValue(value)}`,
          paid: [together],
          fallback: [alone],
          async check() {
            const response = await paid.response(together)
            expectAccepted(response.status === 200 ? response : await paid.response(alone))
          },
        },
      ]
    }),
  )
}

function shareRequest(served: ServedModel, fields: readonly FieldValues[], round: number): PaidRequest {
  const members = fields.flatMap(({ field, values, least }) => {
    const value = round < values.length ? values[round] : least
    return value === undefined ? [] : [[field, value] as const]
  })
  return { served, body: { prompt, ...Object.fromEntries(members) } }
}

/** A request that costs as little as the listed prices let a model cost. */
export function leastBody(served: ServedModel): Readonly<Record<string, unknown>> {
  const fields = listedFields(served, null).filter(({ least }) => least !== undefined)
  return { prompt, ...Object.fromEntries(fields.map(({ field, least }) => [field, least])) }
}

/** The listing's fields of a model, with the boundary values of each. */
export function listedFields({ model, schema: described }: ServedModel, style: string | null): FieldValues[] {
  const fields = Object.entries(requestSchema(model).properties ?? {})
  return fields.flatMap(([field, schema]) => {
    const values = acceptedValues({ field, schema, described: described?.properties?.[field], style })
    if (values.length === 0) return []
    const least = decidesPrice(model, field) ? leastOf(values) : undefined
    return [{ field, values, ...(least !== undefined && { least }) }]
  })
}

function decidesPrice(model: ServedModel['model'], field: string): boolean {
  return field === 'duration' || (model.pricing?.points.some((point) => field in point.dimensions) ?? false)
}

/** Numbers are sent from the largest down; choices and switches are listed from the cheapest up. */
function leastOf(values: readonly unknown[]): unknown {
  return typeof values[0] === 'number' ? values.at(-1) : values[0]
}

/** A value as a rule names it. */
export function nameValue(value: unknown): string {
  if (Array.isArray(value)) return `${value.length} element${value.length === 1 ? '' : 's'}`
  if (typeof value !== 'string') return show(value)
  if (value.startsWith('data:')) return 'a base64 data URI'
  return value.length > 40 ? `${value.length} characters like ${value[0]}` : show(value)
}
