import type { FieldObjection } from '../../../shared/form/field-objections.ts'
import { valuesInOrder } from '../../../shared/form/option-order.ts'
import { fields } from './fields.ts'
import { format } from './format.ts'

/** More options than these are not all named. */
const mostNamed = 10

/** Why a model doesn't accept these values: “V2 has no seed.”, “V2 takes 512p, 768p, 1080p as resolution.” */
export function objectionWords(model: string, objections: readonly FieldObjection[]): string {
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
      return fields.measuredRange(field)
    }
    case 'media-list':
    case 'styles':
    case 'style-images':
      return field.maxItems === null ? null : `up to ${format.number(field.maxItems)}`
    default:
      return null
  }
}
