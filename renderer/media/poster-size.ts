export const posterLongSide = 512
export const posterQuality = 0.84

/** The size of a thumbnail: the long side at most 512 pixels, never larger than the original. */
export function posterSize(width: number, height: number): { width: number; height: number } {
  const scale = Math.min(1, posterLongSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
