import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { type Settings, settingsSchema } from '../../../shared/settings/settings.ts'
import type { Log } from '../../engine/ports.ts'
import type { SettingsStore } from '../../engine/settings/ports.ts'

/** What is used of electron-store: the whole of it, read and written at once. */
export interface KeptSettings {
  store: Record<string, unknown>
}

export interface DesktopSettingsWorld {
  /** Opens `settings.json` in the folder; throws where it can't be read. */
  open(folder: string): KeptSettings
  readonly folder: string
  readonly log: Log
}

/** Settings in the desktop (decision 12), in the same file and form as on the other hosts. */
export function createDesktopSettings({ open, folder, log }: DesktopSettingsWorld): SettingsStore {
  const kept = openOrSetAside({ open, folder, log })
  return {
    read() {
      const parsed = settingsSchema.safeParse(kept.store)
      if (parsed.success) return parsed.data
      log.warn('Some settings could not be read; the defaults are used for them.')
      return readableOf(kept.store)
    },
    write(settings) {
      kept.store = { ...kept.store, ...settings }
    },
  }
}

function openOrSetAside({ open, folder, log }: DesktopSettingsWorld): KeptSettings {
  try {
    return open(folder)
  } catch {
    const path = join(folder, 'settings.json')
    const aside = `${path}.unreadable`
    if (existsSync(path)) renameSync(path, aside)
    log.warn(`The settings could not be read; they are kept as ${aside}, and Atelier starts with its own.`)
    return open(folder)
  }
}

/** What is well-formed stays, member by member; the rest falls back to its default. */
function readableOf(stored: Record<string, unknown>): Settings {
  const readable = Object.entries(settingsSchema.shape).filter(
    ([name, schema]) => schema.safeParse(stored[name]).success,
  )
  return settingsSchema.parse(Object.fromEntries(readable.map(([name]) => [name, stored[name]])))
}
