/**
 * What the library is sorted by: the dearest, best rated, best scored and longest come first, models by their id, and within each the
 * newest. `manual`: the order of the one collection that is shown, and the newest elsewhere.
 */
export const librarySorts = [
  'newest',
  'oldest',
  'price',
  'rating',
  'score',
  'length',
  'model',
  'manual',
] as const

export type LibrarySort = (typeof librarySorts)[number]

/** Those that a person chooses; a collection is shown in its own order. */
export type ChosenSort = Exclude<LibrarySort, 'manual'>

export const chosenSorts = librarySorts.filter((sort) => sort !== 'manual')
