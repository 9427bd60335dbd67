/** A key and the time at which it is due, in milliseconds since the epoch. */
export interface Due {
  readonly key: string
  readonly dueAt: number
}

/** Keys ordered by due time. A change costs O(log n), reading the first O(1). */
export interface DueQueue {
  /** The earliest; null while there are none. */
  first(): Due | null
  /** Adds a key, or moves it. */
  set(key: string, dueAt: number): void
  delete(key: string): void
}

/** A binary heap that tracks the position of each key. */
export function createDueQueue(): DueQueue {
  const heap: Due[] = []
  const places = new Map<string, number>()

  function put(place: number, due: Due): void {
    heap[place] = due
    places.set(due.key, place)
  }

  function rise(from: number, due: Due): number {
    let place = from
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = heap[parent] as Due
      if (above.dueAt <= due.dueAt) break
      put(place, above)
      place = parent
    }
    put(place, due)
    return place
  }

  function sink(from: number, due: Due): void {
    let place = from
    for (let child = earlierChild(place); child !== null; child = earlierChild(place)) {
      const below = heap[child] as Due
      if (below.dueAt >= due.dueAt) break
      put(place, below)
      place = child
    }
    put(place, due)
  }

  function earlierChild(place: number): number | null {
    const left = 2 * place + 1
    const [first, second] = [heap[left], heap[left + 1]]
    if (!first) return null
    return second && second.dueAt < first.dueAt ? left + 1 : left
  }

  function settle(place: number, due: Due): void {
    if (rise(place, due) === place) sink(place, due)
  }

  return {
    first: () => heap[0] ?? null,
    set: (key, dueAt) => settle(places.get(key) ?? heap.length, { key, dueAt }),
    delete(key) {
      const place = places.get(key)
      const last = heap.at(-1)
      if (place === undefined || !last) return
      heap.pop()
      places.delete(key)
      if (last.key !== key) settle(place, last)
    },
  }
}
