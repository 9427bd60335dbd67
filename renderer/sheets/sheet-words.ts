import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import type { EnumerationValue } from '../../shared/form/field.ts'
import type { Words } from '../words/words-context.tsx'

type LabelOf = (modelId: string) => string

/** The name of an axis. */
export function axisWords(axis: SheetAxis, { create, fields }: Words): string {
  return axis.kind === 'model' ? create.sheet.model : fields.label(axis.field, null)
}

/** The caption that distinguishes each step of an axis. */
export function stepWords(axis: SheetAxis, words: Words, labelOf: LabelOf): string[] {
  if (axis.kind === 'model') return distinguish(axis.modelIds.map(labelOf), axis.modelIds)
  const exact = axis.values.map((value) => JSON.stringify(value))
  return distinguish(
    axis.values.map((value) => valueWords(value, words)),
    exact,
  )
}

/** Two models may have one label, and 1 is shown as '1' is: these show their exact value, too. */
function distinguish(captions: readonly string[], exact: readonly string[]): string[] {
  return captions.map((caption, at) =>
    captions.indexOf(caption) === captions.lastIndexOf(caption) ? caption : `${caption} (${exact[at]})`,
  )
}

/** The values that distinguish a run of a sheet, one caption per axis. */
export function captionsOf(axes: readonly SheetAxis[], run: SubmissionView, words: Words): string[] {
  return axes.map((axis) =>
    axis.kind === 'model' ? run.modelLabel : valueWords(run.values[axis.field] ?? null, words),
  )
}

export function valueWords(value: unknown, { create, fields }: Words): string {
  if (value === null) return create.sheet.unset
  return typeof value === 'object' ? JSON.stringify(value) : fields.option(value as EnumerationValue)
}
