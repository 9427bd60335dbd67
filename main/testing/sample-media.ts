/** Bytes that begin as a PNG does, and as many as asked; each `fill` makes a file of its own. */
export function samplePng({ bytes = 400, fill = 7 }: { bytes?: number; fill?: number } = {}): Uint8Array {
  const content = new Uint8Array(bytes).fill(fill)
  content.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return content
}
