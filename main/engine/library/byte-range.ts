/** A span of bytes, both ends inclusive; `whole` where the header selects no range, `unsatisfiable` for a 416. */
export type ByteRange = { readonly start: number; readonly end: number } | 'whole' | 'unsatisfiable'

/**
 * Reads a Range header (RFC 9110, 14.2) against a file's size. Several ranges, other units and malformed
 * headers are ignored, as the RFC allows.
 */
export function readByteRange(header: string | null, size: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'
  if (match[1] === '') return lastBytes(Number(match[2]), size)
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return 'whole'
  return start >= size ? 'unsatisfiable' : { start, end }
}

function lastBytes(count: number, size: number): ByteRange {
  if (count === 0 || size === 0) return 'unsatisfiable'
  return { start: Math.max(0, size - count), end: size - 1 }
}
