import { type ComponentProps, useMemo } from 'react'
import type { JsonSchema } from '../../../../shared/catalog/json-schema.ts'
import { fieldsOfChosenForm } from '../../../../shared/form/chosen-form.ts'
import type { Field } from '../../../../shared/form/field.ts'
import { FieldList } from '../../../forms/field-list.tsx'

interface ChosenFieldListProps extends ComponentProps<typeof FieldList> {
  readonly schema: JsonSchema
  readonly isShown: (field: Field) => boolean
}

/** The fields of a request that is one of several: those of the chosen one (FORM70). */
export function ChosenFieldList({ schema, isShown, ...props }: ChosenFieldListProps) {
  const chosen = fieldsOfChosenForm(schema, props.values)
  const fields = useMemo(() => chosen.filter(isShown), [chosen, isShown])
  return <FieldList {...props} fields={fields} />
}
