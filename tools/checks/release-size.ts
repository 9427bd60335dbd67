import { listShippedFiles } from '../packaging/shipped-files.ts'

/** What people download besides Electron. */
export const mostReleaseBytes = 25_000_000

/**
 * Reports by how much the app’s own files exceed their budget. Counted before the main side is minified, so that
 * a release is smaller still.
 */
export function findReleaseExcess(root: string, most = mostReleaseBytes): string[] {
  const files = listShippedFiles(root)
  const sum = files.reduce((total, { bytes }) => total + bytes, 0)
  if (sum <= most) return []
  const largest = files.toSorted((one, other) => other.bytes - one.bytes).slice(0, 5)
  return [
    `The app’s own files have ${sum} bytes, ${sum - most} too many. The largest: ${largest
      .map(({ path, bytes }) => `${path} ${bytes}`)
      .join(', ')}.`,
  ]
}
