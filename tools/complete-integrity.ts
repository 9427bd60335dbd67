interface LockEntry {
  readonly name?: string
  readonly version?: string
  readonly integrity?: string
  readonly link?: boolean
}

export interface CompleteLock {
  readonly packages: Readonly<Record<string, LockEntry>>
}

interface Unverified {
  /** Its place in the lockfile: `node_modules/…`. */
  readonly key: string
  readonly name: string
  readonly version: string
}

/** The packages that npm would install without knowing their digest. */
export function findWithoutIntegrity({ packages }: CompleteLock): Unverified[] {
  return Object.entries(packages).flatMap(([key, { name, version, integrity, link }]) =>
    key === '' || link || integrity !== undefined || version === undefined
      ? []
      : [
          {
            key,
            name: name ?? key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
            version,
          },
        ],
  )
}

const digest = /^sha512-[A-Za-z0-9+/]{86}==$/

/** Puts the digests where they belong; `missing` are those for which there is none, or none that can be trusted. */
export function withIntegrity(
  lockfile: CompleteLock,
  found: ReadonlyMap<string, string>,
): { readonly completed: CompleteLock; readonly missing: readonly string[] } {
  const usable = new Map([...found].filter(([, integrity]) => digest.test(integrity)))
  const packages = Object.fromEntries(
    Object.entries(lockfile.packages).map(([key, entry]) => {
      const integrity = usable.get(key)
      return [key, integrity === undefined || entry.integrity ? entry : { ...entry, integrity }]
    }),
  )
  return {
    completed: { ...lockfile, packages },
    missing: [...found.keys()].filter((key) => !usable.has(key)),
  }
}
