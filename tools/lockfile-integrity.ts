import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CompleteLock, findWithoutIntegrity, withIntegrity } from './complete-integrity.ts'

/**
 * Asks the registry for the integrity of every entry of the lockfile that has none (of other platforms than the one
 * it was written on), so that `npm ci` verifies what it installs. For machines that reach the whole registry.
 */
const path = fileURLToPath(new URL('../package-lock.json', import.meta.url))
const lockfile = JSON.parse(readFileSync(path, 'utf8')) as CompleteLock
const found = new Map<string, string>()
for (const { key, name, version } of findWithoutIntegrity(lockfile)) {
  const { stdout } = spawnSync('npm', ['view', `${name}@${version}`, 'dist.integrity'], {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  found.set(key, stdout.trim())
}
const { completed, missing } = withIntegrity(lockfile, found)
writeFileSync(path, `${JSON.stringify(completed, null, 2)}\n`)
process.stderr.write(`${found.size - missing.length} entries completed.\n`)
for (const key of missing) process.stderr.write(`The registry names no integrity for ${key}.\n`)
process.exitCode = missing.length > 0 ? 1 : 0
