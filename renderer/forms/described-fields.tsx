import { partOnDemand } from '../ui/on-demand.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

// The bundled models have none of these fields.

const asField = <Skeleton height={54} />

export const ListField = partOnDemand(async () => (await import('./list-field.tsx')).ListField, asField)
export const TupleField = partOnDemand(async () => (await import('./list-field.tsx')).TupleField, asField)
export const ObjectField = partOnDemand(async () => (await import('./object-field.tsx')).ObjectField, asField)
export const NullableField = partOnDemand(
  async () => (await import('./nullable-field.tsx')).NullableField,
  asField,
)
export const UnionField = partOnDemand(async () => (await import('./union-field.tsx')).UnionField, asField)
export const JsonField = partOnDemand(async () => (await import('./json-field.tsx')).JsonField, asField)

export const describedFieldParts = [ListField, TupleField, ObjectField, NullableField, UnionField, JsonField]
