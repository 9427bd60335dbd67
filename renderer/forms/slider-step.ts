const finestSteps = 100

/**
 * The step of a slider over a range: one where the range is long enough or only integers are allowed, else a
 * tenth or a hundredth of it, so that every stop is a round number.
 */
export function sliderStep(minimum: number, maximum: number, whole: boolean): number {
  const span = maximum - minimum
  if (whole) return span > finestSteps * 5 ? 10 : 1
  if (span >= 10) return span > finestSteps ? 1 : 0.5
  return span > 2 ? 0.1 : 0.01
}
