const headBytes = 8
const memorySection = 5

/**
 * The same module with an upper bound of its memory, in pages of 64 KiB: what would need more fails inside. A compiled
 * module rarely has one, and V8’s own is 4 GiB. Throws where the module defines no single memory.
 */
export function limitMemory(module: Uint8Array, mostPages: number): Uint8Array<ArrayBuffer> {
  for (let at = headBytes; at < module.length; ) {
    const id = module[at]
    const { value: length, end: content } = readNumber(module, at + 1)
    if (id !== memorySection) {
      at = content + length
      continue
    }
    const count = readNumber(module, content)
    const least = readNumber(module, count.end + 1)
    if (count.value !== 1 || least.value > mostPages) break
    const limited = [1, 1, ...writeNumber(least.value), ...writeNumber(mostPages)]
    const section = [memorySection, ...writeNumber(limited.length), ...limited]
    const rest = module.subarray(content + length)
    const written = new Uint8Array(at + section.length + rest.length)
    written.set(module.subarray(0, at))
    written.set(section, at)
    written.set(rest, at + section.length)
    return written
  }
  throw new Error('no memory to limit')
}

/** LEB128, unsigned, up to 32 bits. */
function readNumber(bytes: Uint8Array, from: number): { readonly value: number; readonly end: number } {
  let value = 0
  for (let index = 0; index < 5; index += 1) {
    const byte = bytes[from + index] ?? 0
    value += (byte & 0x7f) * 2 ** (7 * index)
    if (byte < 0x80) return { value, end: from + index + 1 }
  }
  throw new Error('malformed module')
}

function writeNumber(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0))
    rest = Math.floor(rest / 128)
  } while (rest > 0)
  return bytes
}
