import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Log } from '../../engine/ports.ts'
import type { ElectronModule } from './electron-module.ts'

export interface LoginItemDeps {
  readonly app: Pick<ElectronModule['app'], 'setLoginItemSettings' | 'isPackaged'>
  readonly platform: NodeJS.Platform
  /** The person's folder for settings of programs, on Linux. */
  readonly configFolder: string
  /** What starts Atelier: on Linux the AppImage where it is one. */
  readonly program: string
  readonly log: Log
}

/**
 * Has the system open Atelier when the person logs in, or not any more (DESK45). Linux has no call for it but a file by the
 * freedesktop standard. From a folder of sources nothing is changed: that would open Electron and not Atelier.
 */
export function setOpensAtLogin(
  { app, platform, configFolder, program, log }: LoginItemDeps,
  on: boolean,
): void {
  if (!app.isPackaged) return
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: on })
    return
  }
  const path = join(configFolder, 'autostart', 'atelier.desktop')
  try {
    if (on) {
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, autostartEntry(program))
    } else rmSync(path, { force: true })
  } catch (error) {
    log.warn(`Opening at login could not be changed: ${(error as Error).message}.`)
  }
}

/** Quoted as the Desktop Entry Specification has it: twice, once for the value and once for the argument. */
export function autostartEntry(program: string): string {
  const quoted = program
    .replace(/["`$\\]/g, '\\$&')
    .replaceAll('\\', '\\\\')
    .replaceAll('%', '%%')
  const lines = ['[Desktop Entry]', 'Type=Application', 'Name=Atelier', `Exec="${quoted}"`, 'Terminal=false']
  return `${lines.join('\n')}\n`
}
