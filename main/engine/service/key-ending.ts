/** A shorter key would be half told by four characters. */
const shortestWithEnding = 12

/** The last four characters of a key, for recognising it; null of a key that is too short to tell any of it. */
export function keyEnding(key: string): string | null {
  return key.length < shortestWithEnding ? null : key.slice(-4)
}
