import { mkdirSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import electron from 'electron'
import { defaultDataFolder } from '../../infra/default-data-folder.ts'

const { app } = electron

/**
 * What an installed desktop runs was compiled by the start before (decisions/0325). Not on macOS, where what is kept
 * in a folder of the person's could be changed into code that runs under our signature.
 */
if (app.isPackaged && process.platform !== 'darwin')
  keepCompiled(join(defaultDataFolder(), 'desktop', 'compiled'))

// Everything else comes after, so that it is found there; the app is ready only once it is loaded.
await import('./electron.ts')

function keepCompiled(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch {
    // The start itself says what is wrong with the data folder.
    return
  }
  enableCompileCache(folder)
  app.once('quit', () => flushCompileCache())
}
