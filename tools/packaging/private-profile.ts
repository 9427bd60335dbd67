import { realpath } from 'node:fs/promises'
import { join, sep } from 'node:path'

/**
 * The environment of a packed program that is tried: the data folder of Atelier, which Node finds by these, is in `home`, and
 * none of our switches apply.
 */
export function privateProfile(home: string): Record<string, string> {
  return {
    ...withoutSwitches(),
    HOME: home,
    APPDATA: home,
    LOCALAPPDATA: home,
    XDG_DATA_HOME: home,
    XDG_CONFIG_HOME: home,
    XDG_CACHE_HOME: home,
  }
}

/**
 * Chromium's switches beside it. Electron asks the system for its folders, which macOS and Windows don't tell by the
 * environment; by `--user-data-dir` it has one of its own until Atelier chooses that in its data folder. With another HOME
 * macOS finds no keychain, and would ask about that in a dialog: `--use-mock-keychain`, which means nothing elsewhere.
 */
export function privateSwitches(home: string): string[] {
  return [`--user-data-dir=${join(home, 'electron')}`, '--use-mock-keychain']
}

/** Throws unless a folder that a tried program uses is in `home`. */
export async function expectPrivate(folder: string, home: string): Promise<void> {
  const [inside, outside] = await Promise.all([realpath(folder), realpath(home)])
  if (!inside.startsWith(`${outside}${sep}`))
    throw new Error(`The program uses ${inside}, not a folder in ${outside}.`)
}

/** What programs are started with, without what would change Electron or Atelier. */
export function withoutSwitches(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => !/^(ATELIER|ELECTRON)_/.test(name))
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}
