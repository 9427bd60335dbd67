/** A response, and whether it is still current. */
export interface Reading<Response, News> {
  readonly response: Response
  /** The events since the request, oldest first: what they concern may be outdated in the response. */
  readonly events: readonly News[]
  /**
   * Whether no later request was accepted before, and nothing superseded it; if so, counts this one as
   * accepted. Call it with the response at hand.
   */
  accept(): boolean
}

/**
 * Keeps old responses from being shown over newer ones. Responses and events arrive by different channels, so
 * the first request may be the last to arrive.
 */
export interface StaleGuard<News = never> {
  /** Waits for a response that is requested at this moment. Rejects as it does. */
  read<Response>(response: Promise<Response>): Promise<Reading<Response, News>>
  /** An event changes a part of what is being read; readings continue, and get it in `events`. */
  note(news: News): void
  /** Nothing requested up to now may be shown: an event replaces all of it, or there is another search. */
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
