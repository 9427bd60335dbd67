import { createHash, randomFillSync } from 'node:crypto'

/** A result as the server has it now, and its earlier versions. */
export interface ServedFile {
  bytes: Buffer
  /** Its strong ETag, with the quotes. */
  tag: string
  /** The required part of the URL. */
  token: number
  /** How many more responses are to be broken. */
  faultsLeft: number
  /** The fate of the next request for a rest: the new file's, whatever `If-Range` says. */
  carelessly: 'with the new tag' | 'without a tag' | null
  /** The applied faults, in order. */
  readonly befell: string[]
  /** The SHA-256 of every version, in hex: the studio may have any of these whole. */
  readonly digests: Set<string>
}

const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

export function createServedFile(size: number, faultsLeft: number): ServedFile {
  const file: ServedFile = {
    bytes: Buffer.alloc(size),
    tag: '',
    token: 0,
    faultsLeft,
    carelessly: null,
    befell: [],
    digests: new Set(),
  }
  changed(file)
  return file
}

/** Different bytes of the same length, under another tag. */
export function changed(file: ServedFile): void {
  file.bytes = randomFillSync(Buffer.alloc(file.bytes.length))
  file.bytes.set(pngHead)
  file.tag = `"${crypto.randomUUID()}"`
  file.digests.add(createHash('sha256').update(file.bytes).digest('hex'))
}
