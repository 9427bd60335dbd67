import { closeSync, openSync, readSync, statSync } from 'node:fs'

/** A read past the end is short. */
export type Read = (position: number, length: number) => Buffer

/** Reads slices of a file; null where there is no such file, or it is not a plain file. */
export function readFrom<Value>(path: string, work: (read: Read) => Value): Value | null {
  // Opening something else than a file may block for ever.
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null
  const file = openSync(path, 'r')
  try {
    return work((position, length) => {
      const bytes = Buffer.alloc(length)
      return bytes.subarray(0, readSync(file, bytes, 0, length, position))
    })
  } finally {
    closeSync(file)
  }
}
