import type { CodedReason } from '../../../shared/failures/reason.ts'

/** How many files of one job are fetched by themselves. */
export const filesPerJobAtMost = 256
/** The longest address of a result, in characters. */
export const resultUrlMaxLength = 8_192

/** As much of an address as is kept: of one that is too long so much that it stays too long. */
export function cutUrl(url: string): string {
  return url.slice(0, resultUrlMaxLength + 1)
}

/** What the file after the last one that is fetched says, for all behind it. */
export function tooManyFiles(files: number): CodedReason {
  return { code: 'too_many_files', files, fetched: filesPerJobAtMost }
}
