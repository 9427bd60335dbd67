/** The same items in another order. */
export function shuffle<Item>(random: () => number, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: random() }))
    .sort((left, right) => left.place - right.place)
    .map(({ item }) => item)
}
