import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MainWords } from '../words/choose-words.ts'
import { spawnProgramSync } from './child-programs.ts'
import { SetUpError } from './setup-error.ts'

/**
 * The Electron binary, where there is a display and the binary is here or can be fetched; null where the
 * browser host is to serve instead. Throws `SetUpError` where the desktop was requested but is not available.
 */
export async function findDesktop(
  root: string,
  { isWanted, words }: { isWanted: boolean; words: MainWords },
): Promise<string | null> {
  const missing = findWhatIsMissing(root, words)
  if (missing === null) return binaryOf(root)
  if (isWanted) throw new SetUpError(({ setup }) => setup.desktopMissing[missing])
  return null
}

function findWhatIsMissing(
  root: string,
  words: MainWords,
): keyof MainWords['setup']['desktopMissing'] | null {
  if (!hasDisplay()) return 'display'
  if (!existsSync(join(root, 'dist', 'main', 'electron.js'))) return 'program'
  if (binaryOf(root) === null && !fetchBinary(root, words)) return 'binary'
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

function fetchBinary(root: string, { setup }: MainWords): boolean {
  const script = join(root, 'node_modules', 'electron', 'install.js')
  if (!existsSync(script)) return false
  console.error(`Atelier: ${setup.fetchingDesktop}`)
  const fetched = spawnProgramSync(process.execPath, [script], { stdio: 'ignore', timeout: 300_000 })
  if (fetched.status === 0 && binaryOf(root) !== null) return true
  console.error(`Atelier: ${setup.desktopNotFetched}`)
  return false
}
