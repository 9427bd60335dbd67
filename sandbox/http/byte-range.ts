/** Both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads a Range header against a file of `bytes`. One range is honoured; several, or an unreadable one, give
 * the whole file, as RFC 9110 allows.
 */
export function readRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'whole'
  if (first === '') {
    const length = Math.min(Number(last), bytes)
    return length === 0 ? 'unsatisfiable' : { start: bytes - length, end: bytes - 1 }
  }
  const start = Number(first)
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (start >= bytes) return 'unsatisfiable'
  return end < start ? 'whole' : { start, end }
}
