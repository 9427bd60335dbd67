import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnProgramSync } from './child-programs.ts'
import { SetUpError } from './setup-error.ts'

/**
 * The Electron binary, where there is a display and the binary is here or can be fetched; null where the
 * browser host is to serve instead. Throws `SetUpError` where the desktop was requested but is not available.
 */
export async function findDesktop(root: string, { isWanted }: { isWanted: boolean }): Promise<string | null> {
  const missing = findWhatIsMissing(root)
  if (missing === null) return binaryOf(root)
  if (isWanted) throw new SetUpError(`${missing} Start with --browser instead.`)
  return null
}

function findWhatIsMissing(root: string): string | null {
  if (!hasDisplay()) return 'There is no display for a desktop window.'
  if (!existsSync(join(root, 'dist', 'main', 'electron.js'))) return 'The desktop program has not been built.'
  if (binaryOf(root) === null && !fetchBinary(root))
    return 'Electron’s binary is not here and could not be fetched.'
  return null
}

function hasDisplay(): boolean {
  if (process.platform !== 'linux') return true
  return Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

function binaryOf(root: string): string | null {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const binary = join(folder, 'dist', readFileSync(pathFile, 'utf8').trim())
  return existsSync(binary) ? binary : null
}

function fetchBinary(root: string): boolean {
  const script = join(root, 'node_modules', 'electron', 'install.js')
  if (!existsSync(script)) return false
  console.error('Atelier: fetching the desktop runtime, once; this can take a minute…')
  const fetched = spawnProgramSync(process.execPath, [script], { stdio: 'ignore', timeout: 300_000 })
  if (fetched.status === 0 && binaryOf(root) !== null) return true
  console.error('Atelier: it could not be fetched, so the browser is used.')
  return false
}
