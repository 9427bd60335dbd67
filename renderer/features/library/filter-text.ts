import type { LibraryFilter } from './library-store.ts'

/** What the list is filtered by as one line, as the studio reads it. */
export function filterTextOf({
  search,
  kind,
  minRating,
  flag,
  isFavorite,
  collectionId,
}: Omit<LibraryFilter, 'isTrash' | 'alike'>): string {
  return [
    ...(kind === null ? [] : [`kind:${kind}`]),
    ...(minRating === null ? [] : [`rating:>=${minRating}`]),
    ...(flag === null ? [] : [`flag:${flag}`]),
    ...(isFavorite ? ['is:favorite'] : []),
    ...(collectionId === null ? [] : [`collection:${collectionId}`]),
    ...(search.trim() === '' ? [] : [search.trim()]),
  ].join(' ')
}
