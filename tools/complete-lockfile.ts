import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A package of the lockfile, as far as needed to complete it. */
interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64']

/**
 * Adds entries that a registry with one platform's binaries omits from the lockfile: one for every optional
 * dependency of the other platforms. Without them `npm ci` refuses the lockfile. They carry no integrity, since
 * nothing was fetched. Returns the added names; throws where a name contains no platform.
 */
export function completeLockfile(lockfile: Lockfile): { lockfile: Lockfile; added: string[] } {
  const missing = Object.entries(lockfile.packages).flatMap(([path, locked]) =>
    Object.entries(locked.optionalDependencies ?? {}).filter(([name]) => !isLocked(lockfile, path, name)),
  )
  const entries = missing.map(
    ([name, version]) => [`node_modules/${name}`, platformEntry(name, version)] as const,
  )
  const packages = Object.entries({ ...lockfile.packages, ...Object.fromEntries(entries) })
  packages.sort(([left], [right]) => left.localeCompare(right, 'en'))
  return {
    lockfile: { ...lockfile, packages: Object.fromEntries(packages) },
    added: missing.map(([name]) => name),
  }
}

/** Whether Node would find this dependency from there: beside the package or in a parent folder. */
function isLocked(lockfile: Lockfile, from: string, name: string): boolean {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (Object.hasOwn(lockfile.packages, `${at ? `${at}/` : ''}node_modules/${name}`)) return true
    if (at === '') return false
  }
}

function platformEntry(name: string, version: string): LockedPackage {
  const words = name.split(/[/-]/)
  const os = systems.filter((system) => words.includes(system))
  const cpu = processors.filter((processor) => words.includes(processor))
  if (os.length !== 1 || cpu.length !== 1 || !/^\d/.test(version)) {
    throw new Error(`No platform can be read from the optional dependency ${name}@${version}.`)
  }
  const libc = words.some((word) => word.startsWith('musl')) ? { libc: ['musl'] } : {}
  return { version, cpu, dev: true, ...libc, optional: true, os }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = fileURLToPath(new URL('../package-lock.json', import.meta.url))
  const { lockfile, added } = completeLockfile(JSON.parse(readFileSync(path, 'utf8')) as Lockfile)
  if (added.length > 0) writeFileSync(path, `${JSON.stringify(lockfile, null, 2)}\n`)
  process.stderr.write(`${added.length === 0 ? 'Nothing was missing' : `Added ${added.join(', ')}`}.\n`)
}
