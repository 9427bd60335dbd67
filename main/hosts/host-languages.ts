import { readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { readBoundedJson } from '../../shared/json/read-bounded-json.ts'
import { isRecord } from '../../shared/json-schema/schema-node.ts'
import { defaultDataFolder } from '../infra/default-data-folder.ts'

const mostBytes = 1024 ** 2

/**
 * The languages that a host may speak, the most wanted first: that of the settings in the data folder, then the
 * system's. They are wanted before the command line is known to be right and before the folder is taken, so the settings
 * are only looked at: nothing is made, set aside or warned of, and nothing fails.
 */
export function readHostLanguages(commandLine: readonly string[]): string[] {
  const { data } = parseArgs({
    args: [...commandLine],
    options: { data: { type: 'string' } },
    strict: false,
  }).values
  return languagesOf(resolve(typeof data === 'string' ? data : defaultDataFolder()))
}

/** The same where the data folder is known. */
export function languagesOf(dataFolder: string): string[] {
  const own = readLanguage(dataFolder)
  // Every formatter knows the system's language; this one loads the least (0.5 ms against 14 for dates).
  return [...(own === null ? [] : [own]), new Intl.PluralRules().resolvedOptions().locale]
}

function readLanguage(folder: string): string | null {
  const path = join(folder, 'settings.json')
  try {
    // Opening a pipe in its place would block for ever.
    const found = statSync(path)
    if (!found.isFile() || found.size > mostBytes) return null
    const read = readBoundedJson(readFileSync(path, 'utf8'))
    const language = read.ok && isRecord(read.value) ? read.value.language : null
    return typeof language === 'string' ? language : null
  } catch {
    return null
  }
}
