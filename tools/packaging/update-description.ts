import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'

/**
 * Reads back what the updater of each unpacked Windows program will read: without a publisher there it installs
 * what anybody signed, and says nothing.
 */
export function findUnnamedPublisher(output: string): string[] {
  const folders = existsSync(output)
    ? readdirSync(output).filter((name) => /^win-.*unpacked$/.test(name))
    : []
  return folders.flatMap((name) => {
    const file = join(output, name, 'resources', 'app-update.yml')
    // A build without a feed has no updater.
    if (!existsSync(file)) return []
    const { publisherName } = (parse(readFileSync(file, 'utf8')) ?? {}) as { publisherName?: unknown }
    const names = Array.isArray(publisherName) ? publisherName : []
    const isNamed = names.length > 0 && names.every((one) => typeof one === 'string' && one.trim() !== '')
    return isNamed ? [] : [`${file} names no publisher: updates would be installed whoever signed them.`]
  })
}
