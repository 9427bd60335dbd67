import type { MediaKind } from '../../../shared/api/media.ts'
import type { Flag } from '../../../shared/library/judgement.ts'

/** The parts of a filter that the bar sets. */
export interface FilterParts {
  readonly search: string
  readonly kind: MediaKind | null
  readonly minRating: number | null
  readonly flag: Flag | null
  readonly isFavorite: boolean
  readonly collectionId: string | null
}

/** What the list is filtered by as one line, as the studio reads it. */
export function filterTextOf({
  search,
  kind,
  minRating,
  flag,
  isFavorite,
  collectionId,
}: FilterParts): string {
  return [
    ...(kind === null ? [] : [`kind:${kind}`]),
    ...(minRating === null ? [] : [`rating:>=${minRating}`]),
    ...(flag === null ? [] : [`flag:${flag}`]),
    ...(isFavorite ? ['is:favorite'] : []),
    ...(collectionId === null ? [] : [`collection:${collectionId}`]),
    ...(search.trim() === '' ? [] : [search.trim()]),
  ].join(' ')
}
