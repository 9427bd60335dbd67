import type { MediaKind } from '../../../shared/api/media.ts'
import { format } from './format.ts'

const kinds: Record<MediaKind, string> = { image: 'Image', video: 'Video', audio: 'Audio' }
const one: Record<MediaKind, string> = { image: 'picture', video: 'film', audio: 'sound' }
const many: Record<MediaKind, string> = { image: 'pictures', video: 'films', audio: 'sounds' }

export const models = {
  kind: (kind: MediaKind) => kinds[kind],
  one: (kind: MediaKind) => one[kind],
  many: (kind: MediaKind) => many[kind],
  choose: 'Model',
  search: 'Search models',
  list: 'Models',
  none: 'No model matches this search.',
  loadFailed: 'The models could not be read.',
  takes: {
    startImage: 'Start image',
    endImage: 'End image',
    references: 'References',
    film: 'Film',
    audio: 'Audio',
    styles: 'Styles',
    image: 'Image',
  },
  priceFrom: (microUsd: number, unit: 'request' | 'second') =>
    unit === 'second' ? `from ${format.price(microUsd)}/s` : `from ${format.price(microUsd)}`,
  priceUnlisted: 'price not listed',
  sunset: (isoDate: string | null) => (isoDate ? `ended ${format.calendarDate(isoDate)}` : 'ended'),
  deprecated: (isoDate: string | null) => (isoDate ? `ends ${format.calendarDate(isoDate)}` : 'deprecated'),
  instead: (label: string) => `Use ${label} instead`,
  noReplacement: 'No drop-in replacement',
  noPath: 'no path yet',
  noPathNote:
    'The service’s description doesn’t say where this model is. Give its path in Settings before you use it.',
}
