/** An image of an icon: square, `side` pixels wide, encoded as PNG. */
export interface IconImage {
  readonly side: number
  readonly png: Uint8Array
}

/**
 * The types of Apple's container that hold a PNG. Those of 16 and 32 pixels are left to their doubles, `ic11` and
 * `ic12`: the plain ones hold no PNG in older systems.
 */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  32: ['ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
}

/** Encodes an icon for macOS: a head of 8 bytes, then type, length and PNG of each image, big-endian. */
export function encodeIcns(images: readonly IconImage[]): Uint8Array {
  const entries = images.flatMap(({ side, png }) =>
    (icnsTypes[side] ?? []).map((type) => Buffer.concat([icnsHead(type, png.length), png])),
  )
  const body = Buffer.concat(entries)
  return Buffer.concat([icnsHead('icns', body.length), body])
}

function icnsHead(type: string, bytes: number): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 'latin1')
  head.writeUInt32BE(bytes + 8, 4)
  return head
}

const icoHeadBytes = 6
const icoEntryBytes = 16

/** Encodes an icon for Windows: a directory, then the PNGs, little-endian. At most 256 pixels wide. */
export function encodeIco(images: readonly IconImage[]): Uint8Array {
  const head = Buffer.alloc(icoHeadBytes + icoEntryBytes * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { side, png }] of images.entries()) {
    const at = icoHeadBytes + icoEntryBytes * index
    // 0 stands for 256.
    head.writeUInt8(side % 256, at)
    head.writeUInt8(side % 256, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

/** The images of such a file, with the width that their PNG says. */
export function readIcns(file: Buffer): IconImage[] {
  const images: IconImage[] = []
  for (let at = 8; at + 8 <= file.length; ) {
    const bytes = file.readUInt32BE(at + 4)
    if (bytes < 8) break
    images.push(imageOf(file.subarray(at + 8, at + bytes)))
    at += bytes
  }
  return images
}

/** The same of an icon for Windows. */
export function readIco(file: Buffer): IconImage[] {
  return Array.from({ length: file.readUInt16LE(4) }, (_, index) => {
    const at = icoHeadBytes + icoEntryBytes * index
    const offset = file.readUInt32LE(at + 12)
    return imageOf(file.subarray(offset, offset + file.readUInt32LE(at + 8)))
  })
}

/** A PNG's width stands in its first chunk, which is always the header. */
function imageOf(png: Buffer): IconImage {
  const isPng = png.length > 24 && png.readUInt32BE(0) === 0x89504e47
  return { side: isPng ? png.readUInt32BE(16) : 0, png }
}
