import type { LibraryFolder, SavedRow } from './reconcile-ports.ts'

const root = 'lost+found/'

/** The content of `lost+found`, so that a file that is only there is not called missing (LIB35). */
export interface LostAndFound {
  /**
   * Moves the file of this row back to its place, where one with its length and digest is found; returns
   * whether.
   */
  bringBack(row: SavedRow): Promise<boolean>
  /** Every file in `lost+found`, by its path in it. */
  paths(): Promise<readonly string[]>
}

/** Read on first use, once per start; `between` is awaited after some hundreds of files. */
export function createLostAndFound(folder: LibraryFolder, between: () => Promise<void>): LostAndFound {
  let listing: Promise<Map<number, string[]>> | null = null
  let turn: Promise<unknown> = Promise.resolve()

  function byLength(): Promise<Map<number, string[]>> {
    listing ??= list()
    return listing
  }

  async function list(): Promise<Map<number, string[]>> {
    const lengths = new Map<number, string[]>()
    for (const path of (await folder.list('lost+found', between)) ?? []) {
      const bytes = await folder.bytes(path)
      if (bytes !== null) lengths.set(bytes, [...(lengths.get(bytes) ?? []), path])
    }
    return lengths
  }

  async function search({ path, bytes, sha256 }: SavedRow): Promise<boolean> {
    const alike = (await byLength()).get(bytes) ?? []
    // A file that kept its name is the most likely match.
    const likely = alike.toSorted(
      (left, right) => Number(right.startsWith(root + path)) - Number(left.startsWith(root + path)),
    )
    for (const candidate of likely) {
      if ((await folder.measure(candidate)).sha256 !== sha256) continue
      if (!(await folder.move(candidate, path))) return false
      alike.splice(alike.indexOf(candidate), 1)
      return true
    }
    return false
  }

  return {
    /** Sequential: two rows may have the same bytes. */
    bringBack(row) {
      const attempt = turn.then(() => search(row))
      turn = attempt.catch(() => undefined)
      return attempt
    },
    async paths() {
      return [...(await byLength()).values()].flat().map((path) => path.slice(root.length))
    },
  }
}

/** The original path in the data folder of a path in `lost+found`. */
export function lostPlace(path: string): string {
  return root + path
}
