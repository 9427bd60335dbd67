import type { MediaKind } from '../../../shared/api/media.ts'
import type { ModelDeprecation, ModelSummary } from '../../../shared/bridge/views.ts'
import { format } from './format.ts'

type Replacement = NonNullable<ModelDeprecation['replacement']>
type PriceFrom = NonNullable<ModelSummary['priceFrom']>

const kinds: Record<MediaKind, string> = { image: 'Image', video: 'Video', audio: 'Audio' }
const groups = { ...kinds, favorites: 'Favorites', recent: 'Recently used', ended: 'Ended' }
const one: Record<MediaKind, string> = { image: 'image', video: 'video', audio: 'audio file' }
const many: Record<MediaKind, string> = { image: 'images', video: 'videos', audio: 'audio' }

function instead({ label, path }: Pick<Replacement, 'label' | 'path'>): string {
  return path === null ? `Use ${label} instead` : `Use ${label} instead (${path})`
}

export const models = {
  kind: (kind: MediaKind) => kinds[kind],
  one: (kind: MediaKind) => one[kind],
  many: (kind: MediaKind) => many[kind],
  choose: 'Model',
  search: 'Search models',
  list: 'Models',
  group: (name: keyof typeof groups) => groups[name],
  /** A group of a kind under the service's own title. */
  titled: (kind: string, title: string) => `${kind} · ${title}`,
  isFavorite: 'favorite',
  usually: (seconds: number) => `usually takes ${format.seconds(seconds)}`,
  loadFailed: 'The models could not be read.',
  takes: {
    startImage: 'Start image',
    endImage: 'End image',
    references: 'References',
    video: 'Video input',
    styles: 'Styles',
    image: 'Image input',
    makesAudio: 'Makes audio',
    ultra: '4K',
  },
  priceFrom: ({ microUsd, unit, example }: PriceFrom) => {
    if (!example) return `from ${format.price(microUsd)}${unit === 'second' ? '/s' : ''}`
    const { microUsd: amount, seconds } = example
    return `from ${format.price(amount)}${seconds === null ? '' : ` for ${format.seconds(seconds)}`}`
  },
  /** After such a price, for screen readers. */
  atCheapest: 'at its cheapest settings',
  priceFromHint:
    '“From” is the price of one result at a model’s cheapest settings. What your settings cost stands above Generate.',
  priceUnlisted: 'price not listed',
  sunset: (date: string | null) => (date ? `ended ${format.serviceDate(date)}` : 'ended'),
  deprecated: (date: string | null) => (date ? `ends ${format.serviceDate(date)}` : 'deprecated'),
  instead,
  noReplacement: 'No replacement is named',
  noPath: 'no path yet',
  noPathNote:
    'The service’s description doesn’t say where this model is. Give its path in Settings before you use it.',
}
