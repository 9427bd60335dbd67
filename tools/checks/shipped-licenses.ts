import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { composeNotices, findUnlicensed, noticesPath, readShippedPackages } from '../packaging/licenses.ts'

/**
 * Reports what the builds contain under a license that is not on the list, and notices in About that are not of
 * these builds; nothing before the first build.
 */
export function findLicenseFaults(root: string): string[] {
  const packages = readShippedPackages(root)
  if (!packages) return []
  const file = join(root, noticesPath)
  const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === composeNotices(packages)
  return [
    ...findUnlicensed(packages),
    ...(isCurrent ? [] : [`${noticesPath} is not of the packages that are shipped now: run npm run notices`]),
  ]
}
