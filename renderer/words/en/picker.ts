/** Of the list of models. */
export const picker = {
  none: 'No model matches.',
  tabs: 'Kind of media',
  all: 'All',
  filters: 'Filters',
  cheapestFirst: 'Lowest price first',
  showEnded: (count: number) => (count === 1 ? 'Show 1 ended model' : `Show ${count} ended models`),
  hideEnded: 'Hide ended models',
  favoriteOf: (label: string) => `Favorite: ${label}`,
}
