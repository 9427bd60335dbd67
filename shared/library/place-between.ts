const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const headLength = 8
const mostHead = digits.length ** headLength - 1
const middle = Math.floor(mostHead / 2)

/** The form of a place: a head of eight digits of base 62, and a fraction. Places sort by their bytes. */
export const placePattern = /^[0-9A-Za-z]{8,120}$/

/**
 * A place between two others in a manual order, so that a move writes one row; null stands for an end. At the ends
 * places count up and down and don't grow; between two neighbours they grow by a digit for about six moves.
 */
export function placeBetween(before: string | null, after: string | null): string {
  if (before === null && after === null) return writeHead(middle)
  if (after === null) return writeHead(readHead(before ?? '') + 1)
  if (before === null) return writeHead(readHead(after) - 1)
  const [low, high] = [readHead(before), readHead(after)]
  if (high - low > 1) return writeHead(Math.floor((low + high) / 2))
  const upper = low === high ? after.slice(headLength) : null
  return before.slice(0, headLength) + fractionBetween(before.slice(headLength), upper)
}

/** So many places in their order between two others; null stands for an end. */
export function placesBetween(before: string | null, after: string | null, count: number): string[] {
  if (count === 0) return []
  if (before === null && after !== null)
    return Array.from({ length: count }, (_, index) => writeHead(readHead(after) - count + index))
  if (after === null) {
    const first = before === null ? middle : readHead(before) + 1
    return Array.from({ length: count }, (_, index) => writeHead(first + index))
  }
  // Halved again and again, so that many in one gap stay short.
  const half = Math.floor(count / 2)
  const place = placeBetween(before, after)
  return [...placesBetween(before, place, half), place, ...placesBetween(place, after, count - half - 1)]
}

/** Between two fractions without trailing zeros; null is the end of the whole. */
function fractionBetween(low: string, high: string | null): string {
  if (high !== null) {
    let same = 0
    while (same < high.length && (low[same] ?? '0') === high[same]) same += 1
    if (same > 0) return high.slice(0, same) + fractionBetween(low.slice(same), high.slice(same))
  }
  const from = low === '' ? 0 : digits.indexOf(low[0] ?? '0')
  const to = high === null ? digits.length : digits.indexOf(high[0] ?? '0')
  if (to - from > 1) return digits[Math.round((from + to) / 2)] ?? ''
  if (high !== null && high.length > 1) return high.slice(0, 1)
  return (digits[from] ?? '') + fractionBetween(low.slice(1), null)
}

function readHead(place: string): number {
  let value = 0
  for (const digit of place.slice(0, headLength)) value = value * digits.length + digits.indexOf(digit)
  return value
}

function writeHead(value: number): string {
  let rest = Math.min(mostHead, Math.max(0, value))
  let text = ''
  for (let index = 0; index < headLength; index += 1) {
    text = (digits[rest % digits.length] ?? '') + text
    rest = Math.floor(rest / digits.length)
  }
  return text
}
