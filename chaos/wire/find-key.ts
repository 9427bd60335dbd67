import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Looks for a key in whatever was said or written, however it was spelt. */
export interface KeyFinder {
  /** The spellings that a text holds. */
  inText(text: string): string[]
  /** Where in a folder it is, in names and in bytes: paths from it. */
  inFolder(folder: string): Promise<string[]>
}

export function createKeyFinder(key: string): KeyFinder {
  const bytes = Buffer.from(key)
  // The inner letters of its base64, wherever it begins amid other bytes.
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
        // What a database writes in UTF-16 would hide a zero between letters.
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
