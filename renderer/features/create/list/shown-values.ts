import type { ModelDetail } from '../../../../shared/bridge/views.ts'
import { fieldsFromSchema } from '../../../../shared/form/fields-from-schema.ts'
import { shownOptions } from '../../../forms/option-list.ts'
import type { Words } from '../../../words/words-context.tsx'
import type { Values } from '../composer/draft.ts'

/**
 * Reads the values of a row as a person copies them from the form: what differs only in case from exactly one option of
 * its field, or from what the form shows for it, is that option. Everything else stays as it is.
 */
export function createShownReader(
  { schema }: Pick<ModelDetail, 'schema'>,
  words: Pick<Words, 'fields'>,
): (values: Values) => Values {
  const options = new Map(
    fieldsFromSchema(schema).flatMap((field) =>
      field.kind === 'enumeration' || field.kind === 'aspect-ratio'
        ? [[field.name, shownOptions(field, words).filter(({ value }) => value !== undefined)] as const]
        : [],
    ),
  )
  function read(name: string, given: unknown): unknown {
    const own = options.get(name)
    if (typeof given !== 'string' || !own || own.some(({ value }) => value === given)) return given
    const typed = fold(given)
    const meant = own.filter(({ value, label }) => fold(String(value)) === typed || fold(label) === typed)
    return meant.length === 1 ? meant[0]?.value : given
  }
  return (values) =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, read(name, value)]))
}

function fold(text: string): string {
  return text.trim().toLowerCase()
}
