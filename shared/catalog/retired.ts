import type { RetiredModel } from './model.ts'

/** The models that were retired before Atelier existed (interface: Versioning 7). */
export const retiredModels: readonly RetiredModel[] = [
  {
    id: 'seedream-3',
    kind: 'image',
    label: 'Seedream 3',
    sunsetDate: '2026-05-13',
    cause: 'vendor discontinued',
    replacement: { label: 'a newer image model of the same vendor', path: 'image/{vendor}/{model}' },
  },
  {
    id: 'lite-video',
    kind: 'video',
    label: 'Video, lite generation',
    sunsetDate: '2026-04-27',
    cause: 'provider discontinued',
    replacement: { label: 'the pro-fast model of the same vendor', path: null },
  },
  {
    id: 'discontinued-video',
    kind: 'video',
    label: 'Video from another vendor',
    sunsetDate: '2026-04-27',
    cause: 'provider discontinued',
    replacement: null,
  },
]
