import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { requestFields } from '../../../../shared/form/request-fields.ts'
import type { Words } from '../../../words/words-context.tsx'

/** A field's label, by the words for it or by the title that this model gives it. */
export function labelOf({ schema }: ModelDetail, name: string, { fields }: Words): string {
  const known = requestFields(schema)
  const title: unknown = Object.hasOwn(known, name) ? known[name]?.title : null
  return fields.label(name, typeof title === 'string' ? title : null)
}
