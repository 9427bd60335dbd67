import { homedir } from 'node:os'
import { join } from 'node:path'

/** The default data folder of each system. */
export function defaultDataFolder(platform = process.platform, environment = process.env): string {
  if (platform === 'win32')
    return join(environment.APPDATA ?? join(homedir(), 'AppData', 'Roaming'), 'Atelier')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Atelier')
  return join(environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'atelier')
}
