import { lstatSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Conf from 'conf'
import { isRecord } from '../../shared/json-schema/schema-node.ts'
import { accountSchema, maxAccounts, withAccounts } from '../../shared/settings/account.ts'
import { type Settings, settingsSchema } from '../../shared/settings/settings.ts'
import type { Log } from '../engine/ports.ts'
import type { SettingsStore } from '../engine/settings/ports.ts'

/** The used part of conf, and of electron-store above it: the whole file, read and written at once. */
export interface KeptSettings {
  store: Record<string, unknown>
}

export interface ConfSettingsDeps {
  readonly folder: string
  readonly log: Log
  /** Opens `settings.json` in the folder to write it: by conf, in the desktop by electron-store. */
  readonly openToWrite?: (folder: string) => KeptSettings
}

/** Settings in `settings.json` of the data folder. A file that can't be read is set aside, never overwritten. */
export function createConfSettingsStore({
  folder,
  log,
  openToWrite = loadConf,
}: ConfSettingsDeps): SettingsStore {
  const open = () => openKept(folder, openToWrite)
  let conf = openOrSetAside(folder, log, open)
  let last = conf.store
  let hasWarned = false

  /** The file may be changed by hand at any time, also so that it can't be read any more. */
  function stored(): Record<string, unknown> {
    try {
      refuseOtherThanFile(folder)
      last = conf.store
    } catch {
      // Most editors empty a file and then write it: the previous content counts until they have.
      if (isEmptyFile(folder)) return last
      conf = openOrSetAside(folder, log, open)
      last = conf.store
    }
    return last
  }

  return {
    read() {
      const found = withAccounts(stored())
      const parsed = settingsSchema.safeParse(found)
      if (parsed.success) return parsed.data
      if (!hasWarned) log.warn('Some settings could not be read; the defaults are used for them.')
      hasWarned = true
      return keepReadable(found)
    },
    write(settings) {
      conf.store = { ...withAccounts(stored()), ...settings }
    },
  }
}

/**
 * Reads without conf, which would add 145 files to a start; what writes is opened by the first change
 * (decisions/0033).
 */
function openKept(folder: string, openToWrite: (folder: string) => KeptSettings): KeptSettings {
  const path = placeOf(folder)
  let conf: KeptSettings | null = null
  readKept(path)
  return {
    get store() {
      return readKept(path)
    },
    set store(settings) {
      // conf reads the file when it is loaded, and an editor may have emptied it.
      if (conf === null && isEmptyFile(folder)) rmSync(path)
      conf ??= openToWrite(folder)
      conf.store = settings
    },
  }
}

/** As conf reads it; throws where the file holds no object. */
function readKept(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {}
    throw error
  }
  const kept: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
  if (!isRecord(kept)) throw new SyntaxError('no object')
  return kept
}

const endingSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * conf listens to the signals and raises each again, which a host that ends in order would take for a second
 * one.
 */
function loadConf(folder: string): KeptSettings {
  const listening = endingSignals.map((signal) => ({ signal, listeners: process.listeners(signal) }))
  const loaded = createRequire(import.meta.url)('conf') as { readonly default: typeof Conf }
  for (const { signal, listeners } of listening)
    for (const listener of process.listeners(signal))
      if (!listeners.includes(listener)) process.removeListener(signal, listener)
  return new loaded.default<Record<string, unknown>>({
    cwd: folder,
    configName: 'settings',
    clearInvalidConfig: false,
    configFileMode: 0o600,
  })
}

function placeOf(folder: string): string {
  return join(folder, 'settings.json')
}

/** Opening a pipe in its place would block for ever. */
function refuseOtherThanFile(folder: string): void {
  const found = statSync(placeOf(folder), { throwIfNoEntry: false })
  if (found && !found.isFile()) throw new Error('The settings are no file')
}

function isEmptyFile(folder: string): boolean {
  const found = statSync(placeOf(folder), { throwIfNoEntry: false })
  return found?.isFile() === true && found.size === 0
}

function openOrSetAside(folder: string, log: Log, open: () => KeptSettings): KeptSettings {
  const path = placeOf(folder)
  try {
    refuseOtherThanFile(folder)
    return open()
  } catch {
    const aside = `${path}.unreadable`
    if (lstatSync(path, { throwIfNoEntry: false })) renameSync(path, aside)
    log.warn(`The settings could not be read; they are kept as ${aside}, and Atelier starts with its own.`)
    return open()
  }
}

/**
 * Valid members are kept; the others fall back to their defaults. An invalid path, budget or account costs only itself.
 */
function keepReadable(stored: Readonly<Record<string, unknown>>): Settings {
  const accounts = Array.isArray(stored.accounts) ? stored.accounts : []
  const readableAccounts = accounts.filter((account) => accountSchema.safeParse(account).success)
  const found = {
    ...stored,
    modelPaths: readableRows(stored.modelPaths, settingsSchema.shape.modelPaths),
    modelKinds: readableRows(stored.modelKinds, settingsSchema.shape.modelKinds),
    budgets: readableRows(stored.budgets, settingsSchema.shape.budgets),
    accounts: readableAccounts.slice(0, maxAccounts),
  }
  const readable = Object.entries(found).filter(
    ([name, value]) => isSetting(name) && settingsSchema.shape[name].safeParse(value).success,
  )
  return settingsSchema.parse(Object.fromEntries(readable))
}

/** The rows of a record that are valid by themselves. */
function readableRows(record: unknown, schema: { safeParse(value: unknown): { success: boolean } }): object {
  const rows = isRecord(record) ? Object.entries(record) : []
  return Object.fromEntries(rows.filter((row) => schema.safeParse(Object.fromEntries([row])).success))
}

function isSetting(name: string): name is keyof Settings {
  return Object.hasOwn(settingsSchema.shape, name)
}
