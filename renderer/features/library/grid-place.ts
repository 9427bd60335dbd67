/**
 * The highest element that is asked for: Chromium’s own limit is 33.5 million device pixels, 16.7 million at 2× and 11 at
 * 3×. What is higher is shown through this much of it at a time.
 */
export const tallest = 8_000_000

/** Where a scroller stands in a list that may be higher than an element can be: its top is `scrollTop + base`. */
export interface GridPlace {
  readonly scrollTop: number
  readonly base: number
}

export function canvasHeight(whole: number): number {
  return Math.min(whole, tallest)
}

/** The place that shows this height at the scroller’s top. At the list’s ends it is at the scroller’s ends. */
export function placeAt(top: number, whole: number, viewport: number): GridPlace {
  const most = Math.max(0, whole - viewport)
  const wanted = Math.min(most, Math.max(0, top))
  if (whole <= tallest) return { scrollTop: wanted, base: 0 }
  const scrollTop = (wanted / most) * (tallest - viewport)
  return { scrollTop, base: wanted - scrollTop }
}

/** Whether a scroller comes so near to its own end that it has to be put elsewhere, with the same to be seen. */
export function isNearEnd({ scrollTop, base }: GridPlace, whole: number, viewport: number): boolean {
  if (whole <= tallest) return base !== 0
  const room = viewport * 6
  return (scrollTop < room && base > 0) || (scrollTop > tallest - viewport - room && base < whole - tallest)
}
