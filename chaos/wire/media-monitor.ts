import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'

/** Watches a library's `media/` folder, as any other process on the machine could. */
export interface MediaWatch {
  /** How often it looked. */
  looks(): number
  /** The faults that were seen. */
  readonly breaches: string[]
  /** The current files. */
  list(): Promise<string[]>
  stop(): Promise<void>
}

/** `isWhole`: whether these are the digests of a file as it was served. */
export function watchMedia(dataFolder: string, isWhole: (sha256: string) => boolean): MediaWatch {
  const root = join(dataFolder, 'media')
  const seen = new Set<string>()
  const breaches: string[] = []
  let looks = 0
  let isStopped = false

  async function list(): Promise<string[]> {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
    return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  }

  async function look(): Promise<void> {
    for (const path of await list()) {
      const facts = await stat(path).catch(() => null)
      const mark = `${path} ${facts?.ino} ${facts?.mtimeMs} ${facts?.size}`
      if (!facts || seen.has(mark)) continue
      seen.add(mark)
      const bytes = await readFile(path).catch(() => null)
      if (bytes && !isWhole(createHash('sha256').update(bytes).digest('hex')))
        breaches.push(`${path} was seen with ${bytes.length} bytes that are no whole file.`)
    }
    looks += 1
  }

  async function resume(): Promise<void> {
    while (!isStopped) {
      await look()
      await turn()
    }
  }

  const watching = resume()
  return {
    looks: () => looks,
    breaches,
    list,
    async stop() {
      isStopped = true
      await watching
      await look()
    },
  }
}

/** The faults where a studio with complete downloads keeps parts of files. */
export async function findParts(dataFolder: string): Promise<string[]> {
  const left = await readdir(join(dataFolder, 'incoming')).catch(() => [])
  return left.length > 0 ? [`${left.length} parts are left behind: ${left[0]}.`] : []
}
