import type { ModelSummary } from '../../../shared/bridge/views.ts'
import { format } from './format.ts'

type PriceFrom = NonNullable<ModelSummary['priceFrom']>

/** Of the list of models. */
export const picker = {
  none: 'No model matches.',
  tabs: 'Kind of media',
  all: 'All',
  filters: 'Filters',
  cheapestFirst: 'Lowest price first',
  /** Which price that is. */
  cheapestNote: (seconds: number) =>
    `By one result at its cheapest settings; of a video ${seconds} s, or the next longer length. What has no listed price comes last.`,
  /** What that is by the second, and what it would be with something that the model takes. */
  priceBeside: ({ microUsd, unit, example, lowered }: PriceFrom, labelOf: (field: string) => string) =>
    [
      unit === 'second' && example && `${format.price(microUsd)}/s`,
      lowered && `from ${format.price(lowered.microUsd)} with ${labelOf(lowered.field).toLowerCase()}`,
    ]
      .filter(Boolean)
      .join('; '),
  showEnded: (count: number) => (count === 1 ? 'Show 1 ended model' : `Show ${count} ended models`),
  hideEnded: 'Hide ended models',
  favoriteOf: (label: string) => `Favorite: ${label}`,
}
