import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeLockfile, type Lockfile } from '../complete-lockfile.ts'

/** Optional packages of other platforms that the lockfile omits, for which `npm ci` refuses it. */
export function findLockfileGaps(root: string): string[] {
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as Lockfile
  return completeLockfile(lockfile).added.map(
    (name) => `package-lock.json lacks ${name}: run node tools/complete-lockfile.ts`,
  )
}
