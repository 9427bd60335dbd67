import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether Electron's program is here, or comes when asked for. */
export function hasElectron(root: string): boolean {
  const folder = join(root, 'node_modules', 'electron')
  const isHere = () => {
    const name = join(folder, 'path.txt')
    return existsSync(name) && existsSync(join(folder, 'dist', readFileSync(name, 'utf8').trim()))
  }
  if (isHere()) return true
  spawnSync(process.execPath, [join(folder, 'install.js')], { stdio: 'ignore', timeout: 300_000 })
  return isHere()
}
