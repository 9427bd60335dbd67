import type { Packed } from '../../../shared/bridge/download-procedures.ts'
import { format } from './format.ts'

/** What was asked for, and what of it is not on the disk. */
export const downloading = {
  packed: ({ files, bytes, absent }: Packed) =>
    [
      files === 1 && `1 file, ${format.bytes(bytes)}, is being downloaded as a ZIP.`,
      files > 1 && `${format.number(files)} files, ${format.bytes(bytes)}, are being downloaded as one ZIP.`,
      files === 0 && 'Nothing was downloaded.',
      absent.count > 0 && `Not on this disk: ${named(absent)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  tooMany: (files: number, most: number) =>
    `${format.number(files)} files are selected. At most ${format.number(most)} are downloaded or exported at once.`,
}

function named({ count, names }: Packed['absent']): string {
  const others = count - names.length
  return others === 0 ? format.list(names) : `${names.join(', ')} and ${format.number(others)} more`
}
