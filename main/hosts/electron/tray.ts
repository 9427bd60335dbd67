import type { Tray } from 'electron'
import type { MainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'
import { drawMark } from './icon-mark.ts'

export interface TrayIconDeps {
  readonly electron: Pick<ElectronModule, 'Menu' | 'nativeImage' | 'nativeTheme' | 'Tray'>
  readonly platform: NodeJS.Platform
  words(): MainWords['desktop']
  onOpen(): void
  onQuit(): void
}

/** The icon in the tray or menu bar, where the person wants one (DESK46), in the color that it is seen by (DESK383). */
export function createTrayIcon({ electron, platform, words, onOpen, onQuit }: TrayIconDeps) {
  const { nativeTheme } = electron
  let tray: Tray | null = null
  let shown = ''
  let shownLight: boolean | null = null

  /** Windows has a theme of its own for the taskbar, beside that of programs. */
  function isOnDark(): boolean {
    return platform === 'win32'
      ? nativeTheme.shouldUseDarkColorsForSystemIntegratedUI
      : nativeTheme.shouldUseDarkColors
  }

  function image() {
    // A Mac colors a template itself.
    if (platform === 'darwin') {
      const template = drawMark(electron, 18, [0, 0, 0])
      template.setTemplateImage(true)
      return template
    }
    shownLight = isOnDark()
    return drawMark(electron, 32, shownLight ? [0xef, 0xec, 0xe6] : [0x1a, 0x19, 0x17])
  }

  /** Called for changes of contrast as well. */
  function followTheme(): void {
    if (tray && shownLight !== null && shownLight !== isOnDark()) tray.setImage(image())
  }
  nativeTheme.on('updated', followTheme)

  return {
    show(isWanted: boolean, running: number, waiting: number): void {
      if (!isWanted) {
        tray?.destroy()
        tray = null
        shown = ''
        return
      }
      if (!tray) {
        tray = new electron.Tray(image())
        tray.on('click', onOpen)
      }
      const { trayState, trayOpen, quit } = words()
      const state = trayState(running, waiting)
      if (shown === `${state} ${trayOpen} ${quit}`) return
      shown = `${state} ${trayOpen} ${quit}`
      tray.setToolTip(`Atelier: ${state}`)
      tray.setContextMenu(
        electron.Menu.buildFromTemplate([
          { label: state, enabled: false },
          { type: 'separator' },
          { label: trayOpen, click: onOpen },
          { label: quit, click: onQuit },
        ]),
      )
    },
    close(): void {
      nativeTheme.off('updated', followTheme)
      tray?.destroy()
      tray = null
    },
  }
}
