import { partOnDemand } from '../ui/on-demand.tsx'
import type { SearchSelectProps } from '../ui/search-select.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

// Most of their code is a library's; a form's skeleton is shown while it loads.

const asField = <Skeleton height={54} />
const asControl = <Skeleton height={32} />

export const NumberField = partOnDemand(async () => (await import('./number-field.tsx')).NumberField, asField)
export const SeedField = partOnDemand(async () => (await import('./seed-field.tsx')).SeedField, asField)
export const StylesField = partOnDemand(async () => (await import('./styles-field.tsx')).StylesField, asField)
export const StyleImagesField = partOnDemand(
  async () => (await import('./style-images-field.tsx')).StyleImagesField,
  asField,
)
export const SizePair = partOnDemand(async () => (await import('./size-pair.tsx')).SizePair, asField)

const AnySearchSelect = partOnDemand(
  async () => (await import('../ui/search-select.tsx')).SearchSelect<unknown>,
  asControl,
)

/** A choice of many, searched while typing. */
export function SearchSelect<Value>(props: SearchSelectProps<Value>) {
  return <AnySearchSelect {...(props as unknown as SearchSelectProps<unknown>)} />
}

export const fieldParts = [NumberField, SeedField, SizePair, AnySearchSelect]

/** Of few models; the form of any other is usable without them. */
export const styleFieldParts = [StylesField, StyleImagesField]
