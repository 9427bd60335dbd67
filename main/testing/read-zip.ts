import { crc32 } from 'node:zlib'

export interface ZipEntry {
  readonly name: string
  readonly bytes: Buffer
}

/** The files of a ZIP by its own index; throws where one is not stored as it is, or its checksum differs. */
export function readZip(zip: Buffer): ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: zip.readUInt16LE(end + 10) }, () => {
    if (zip.toString('latin1', at, at + 4) !== 'PK\x01\x02') throw new Error('No entry of the index is here.')
    const [method, crc, length] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
    ]
    const [nameLength, extraLength] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const place = zip.readUInt32LE(at + 42)
    const start = place + 30 + zip.readUInt16LE(place + 26) + zip.readUInt16LE(place + 28)
    const bytes = zip.subarray(start, start + length)
    if (method !== 0 || crc32(bytes) !== crc) throw new Error(`${name} is not as it was.`)
    at += 46 + nameLength + extraLength
    return { name, bytes }
  })
}
