import type { CodedReason } from '../../../shared/failures/reason.ts'

/** How many files of one job are fetched automatically. */
export const filesPerJobAtMost = 256
/** The longest address of a result, in characters. */
export const resultUrlMaxLength = 8_192

/** How much of an address is kept: of one that is too long, just enough to remain too long. */
export function cutUrl(url: string): string {
  return url.slice(0, resultUrlMaxLength + 1)
}

/** The content of the entry after the last fetched file, which represents all the rest. */
export function tooManyFiles(files: number): CodedReason {
  return { code: 'too_many_files', files, fetched: filesPerJobAtMost }
}
