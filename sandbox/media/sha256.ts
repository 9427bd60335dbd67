/** The first 64 binary places of the fractions of roots of primes, which SHA-256 begins with. */
const primes = Array.from({ length: 312 }, (_, index) => index)
  .filter(isPrime)
  .slice(0, 64)
const constants = primes.map((prime) => fraction(Math.cbrt(prime)))
const beginning = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

function isPrime(value: number): boolean {
  if (value < 2) return false
  for (let divisor = 2; divisor * divisor <= value; divisor++) if (value % divisor === 0) return false
  return true
}

function fraction(value: number): number {
  return ((value % 1) * 0x100000000) | 0
}

/** The digest of a text (FIPS 180-4), in plain JavaScript: a page has only one that has to be waited for. */
export function sha256(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(text)
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 4, bytes.length * 8)
  const state = [...beginning]
  const words = new Int32Array(64)
  for (let at = 0; at < padded.length; at += 64) {
    for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + index * 4)
    addBlock(state, words)
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [index, value] of state.entries()) digest.setInt32(index * 4, value)
  return new Uint8Array(digest.buffer)
}

function addBlock(state: number[], words: Int32Array): void {
  const turn = (value: number, places: number) => (value >>> places) | (value << (32 - places))
  const word = (index: number) => words[index] as number
  for (let index = 16; index < 64; index++) {
    const [early, late] = [word(index - 15), word(index - 2)]
    const left = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const right = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    words[index] = (word(index - 16) + left + word(index - 7) + right) | 0
  }
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number]
  for (let index = 0; index < 64; index++) {
    const choice = (e & f) ^ (~e & g)
    const one =
      (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (constants[index] as number) + word(index)) | 0
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
  }
  for (const [index, value] of [a, b, c, d, e, f, g, h].entries())
    state[index] = ((state[index] as number) + value) | 0
}
