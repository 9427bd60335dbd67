import type { FieldObjection } from '../../../shared/form/field-objections.ts'
import { valuesInOrder } from '../../../shared/form/option-order.ts'
import { fields } from './fields.ts'
import { format } from './format.ts'

/** More options than these are not all named. */
const mostNamed = 10

/** Why a model doesn't accept these values: “V2 has no seed.”, “V2 takes 512p, 768p, 1080p as resolution.” */
function objectionWords(model: string, objections: readonly FieldObjection[]): string {
  const label = ({ name, field }: FieldObjection) => fields.label(name, field?.title ?? null).toLowerCase()
  const lacking = objections.filter(({ field }) => field === null).map((one) => `no ${label(one)}`)
  const limited = objections.filter(({ field }) => field !== null)
  return [
    ...(lacking.length > 0 ? [`${model} has ${format.list(lacking)}.`] : []),
    ...limited.map((one) => `${model} takes ${takenBy(one) ?? 'other values'} as ${label(one)}.`),
  ].join(' ')
}

/** The values that a field takes, where they can be named. */
function takenBy({ name, field }: FieldObjection): string | null {
  switch (field?.kind) {
    case 'enumeration':
    case 'aspect-ratio': {
      const named = valuesInOrder(field.options)
        .slice(0, mostNamed)
        .map((value) => fields.measured(name, value) ?? fields.option(value))
      return [...named, ...(field.options.length > mostNamed ? ['…'] : [])].join(', ')
    }
    case 'number':
    case 'integer':
    case 'seed': {
      return measuredRange(field)
    }
    case 'media-list':
    case 'styles':
    case 'style-images':
      return field.maxItems === null ? null : `up to ${format.number(field.maxItems)}`
    default:
      return null
  }
}

/** The bounds of a number with its unit. */
function measuredRange({ minimum, maximum, unit }: Measure): string | null {
  const isMilliseconds = unit === 'milliseconds'
  const scale = (bound: number | null) => (isMilliseconds && bound !== null ? bound / 1000 : bound)
  const [from, to] = [scale(minimum), scale(maximum)]
  const isLong = (isMilliseconds || unit === 'seconds') && (to ?? from ?? 0) >= 60
  if (isLong) return fields.lengthRange(from, to)
  const bounds = fields.range(from, to)
  return bounds && [bounds, unit && fields.unit(isMilliseconds ? 'seconds' : unit)].filter(Boolean).join(' ')
}

interface Measure {
  readonly minimum: number | null
  readonly maximum: number | null
  readonly unit: string | null
}

/** Why models don't accept what is to be sent, and what became of that. */
export const objections = {
  measuredRange,
  without: (model: string, some: readonly FieldObjection[]) =>
    `${objectionWords(model, some)} Sent without ${some.length === 1 ? 'it' : 'them'}.`,
  leftOut: (model: string, some: readonly FieldObjection[]) => `${objectionWords(model, some)} Left out.`,
}
