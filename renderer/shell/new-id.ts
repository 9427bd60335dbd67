/** A UUID of version 7: ordered by time (milliseconds), and by creation within one. */
export function createIdMaker(
  now: () => number,
  fill: (bytes: Uint8Array<ArrayBuffer>) => void,
): () => string {
  let lastTime = 0
  let sequence = 0
  return () => {
    const time = Math.max(now(), lastTime)
    sequence = time === lastTime ? (sequence + 1) & 0xfff : 0
    lastTime = time
    const bytes = new Uint8Array(16)
    fill(bytes)
    const view = new DataView(bytes.buffer)
    view.setUint16(0, Math.floor(time / 2 ** 32))
    view.setUint32(2, time % 2 ** 32)
    view.setUint16(6, 0x7000 | sequence)
    view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f))
    return toUuid(bytes)
  }
}

function toUuid(bytes: Uint8Array): string {
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
