/** A response, and whether it is still worth showing. */
export interface Reading<Response, News> {
  readonly response: Response
  /** The events since it was requested, oldest first: of what they speak, the response may be older. */
  readonly events: readonly News[]
  /**
   * Whether nothing that was requested later was taken before, nor anything superseded it; counts this one as taken if
   * so. To be called with the response in hand.
   */
  accept(): boolean
}

/**
 * Keeps old responses from being shown over newer ones. Responses and events come by ways of their own, so that what was
 * requested first may arrive last.
 */
export interface StaleGuard<News = never> {
  /** Waits for a response that is requested at this moment. Rejects as it does. */
  read<Response>(response: Promise<Response>): Promise<Reading<Response, News>>
  /** An event says how a part of what is being read stands now; readings continue, and have it in `heard`. */
  note(news: News): void
  /** Nothing that was requested up to now is to be shown: an event says all of it, or another question is asked. */
  supersede(): void
}

export function createStaleGuard<News = never>(): StaleGuard<News> {
  let last = 0
  let taken = 0
  const underWay = new Set<News[]>()
  return {
    async read(response) {
      last += 1
      const moment = last
      const events: News[] = []
      underWay.add(events)
      try {
        return {
          response: await response,
          events,
          accept() {
            if (moment < taken) return false
            taken = moment
            return true
          },
        }
      } finally {
        underWay.delete(events)
      }
    },
    note(news) {
      for (const events of underWay) events.push(news)
    },
    supersede() {
      last += 1
      taken = last
    },
  }
}
