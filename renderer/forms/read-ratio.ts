/** Width over height of a ratio such as “16:9”; null for any other text. */
export function readRatio(ratio: unknown): number | null {
  if (typeof ratio !== 'string') return null
  const [width, height] = ratio.split(':').map(Number)
  return width && height && width > 0 && height > 0 ? width / height : null
}
