/**
 * Tells old news from new. Answers and events come by ways of their own, so that what was asked first may arrive last.
 */
export interface NewsOrder {
  /**
   * Marks the moment at which something is asked, or heard. What it answers is to be called with the news in hand: it says
   * whether none of a later moment was taken, and counts this one as taken if so.
   */
  next(): () => boolean
}

export function createNewsOrder(): NewsOrder {
  let last = 0
  let taken = 0
  return {
    next() {
      last += 1
      const moment = last
      return () => {
        if (moment < taken) return false
        taken = moment
        return true
      }
    },
  }
}
