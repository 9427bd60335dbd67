const slabBytes = 1024 ** 2
const smallestWindow = 64 * 1024

/** Memory that a socket is read into, used again once what was read has been dealt with. */
export interface Slabs {
  /** Where the next read goes. */
  window(): Uint8Array
  /** So many bytes were read into the window; answers them. */
  fill(bytes: number): Uint8Array
  /** What was filled is taken, and what was taken before is done with. */
  turn(): void
}

export function createSlabs(): Slabs {
  let slab: Buffer = Buffer.allocUnsafeSlow(slabBytes)
  let used = 0
  let free: Buffer[] = []
  let full: Buffer[] = []
  let taken: Buffer[] = []

  return {
    window() {
      if (slabBytes - used < smallestWindow) {
        full.push(slab)
        slab = free.pop() ?? Buffer.allocUnsafeSlow(slabBytes)
        used = 0
      }
      return slab.subarray(used)
    },
    fill(bytes) {
      used += bytes
      return slab.subarray(used - bytes, used)
    },
    turn() {
      free = [...free, ...taken]
      taken = full
      full = []
    },
  }
}
