/** Four characters would give away half of a shorter key. */
const shortestWithEnding = 12

/** The last four characters of a key, for recognising it; null for a key too short to show any of it. */
export function keyEnding(key: string): string | null {
  return key.length < shortestWithEnding ? null : key.slice(-4)
}
