import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Searches for a key in all output and files, however it is encoded. */
export interface KeyFinder {
  /** The encodings found in a text. */
  inText(text: string): string[]
  /** Where in a folder it is found, in names and in bytes: relative paths. */
  inFolder(folder: string): Promise<string[]>
}

export function createKeyFinder(key: string): KeyFinder {
  const bytes = Buffer.from(key)
  // The inner letters of its base64, at any offset among other bytes.
  const amid = [0, 1, 2].map((offset) =>
    Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  const spellings = [key, encodeURIComponent(key), bytes.toString('hex'), ...amid].flatMap((spelling) => [
    spelling,
    spelling.replaceAll('+', '-').replaceAll('/', '_'),
  ])
  const wanted = [...new Set(spellings.map((spelling) => spelling.toLowerCase()))]

  function inText(text: string): string[] {
    const lower = text.toLowerCase()
    return wanted.filter((spelling) => lower.includes(spelling))
  }

  return {
    inText,
    async inFolder(folder) {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true })
      const found: string[] = []
      for (const entry of entries) {
        const path = join(entry.parentPath, entry.name)
        const name = relative(folder, path)
        const content = entry.isFile() ? await readFile(path, 'latin1') : ''
        // A database in UTF-16 would put a zero between letters.
        if (
          inText(name).length > 0 ||
          inText(content).length > 0 ||
          inText(content.replaceAll('\0', '')).length > 0
        )
          found.push(name)
      }
      return found
    },
  }
}
