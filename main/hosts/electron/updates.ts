import type { Log } from '../../engine/ports.ts'
import type { MainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'

/** Where newer versions of the desktop come from. Nothing is downloaded or installed unless that is called. */
export interface Updater {
  /** The version that the feed offers, where it is newer than this one. Rejects where it can’t be read. */
  check(): Promise<string | null>
  /** Downloads what the last check found. Rejects where it is not whole, or not signed as this program is. */
  download(): Promise<void>
  /** Installs what was downloaded; `restarts`: and starts it. */
  install(options: { readonly restarts: boolean }): void
  /**
   * Whether the system installs: `install` then quits the program itself, and without it the update is installed at
   * the next end. Elsewhere `install` is called as the program’s last act.
   */
  readonly leavesItToTheSystem: boolean
}

interface OfferUpdate {
  readonly electron: Pick<ElectronModule, 'app' | 'dialog'>
  readonly updater: Updater
  words(): MainWords
  readonly log: Pick<Log, 'warn'>
}

/** A version as a feed may name it; what is not one is not shown. */
const version = /^\d{1,6}\.\d{1,6}\.\d{1,6}(-[\w.]{1,32})?$/

/**
 * Looks for a newer version once, and asks before it downloads and before it restarts. It is installed when the
 * program ends, after everything is closed: a person who stays is not interrupted, and one who cancels quitting keeps
 * the version that runs until they do quit.
 */
export async function offerUpdate({ electron, updater, words, log }: OfferUpdate): Promise<void> {
  const { app } = electron
  const found = await updater.check().catch((error: unknown) => {
    log.warn(`Looking for a newer version failed: ${messageOf(error)}.`)
    return null
  })
  if (found === null || !version.test(found)) return
  const say = words().updates
  const ask = async (message: string, detail: string, yes: string, no: string) => {
    const { response } = await electron.dialog.showMessageBox({
      type: 'info',
      title: say.title,
      message,
      detail,
      buttons: [yes, no],
      defaultId: 1,
      cancelId: 1,
      noLink: true,
    })
    return response === 0
  }
  if (!(await ask(say.available(found), say.asked(app.getVersion()), say.download, say.notNow))) return
  try {
    await updater.download()
  } catch (error) {
    log.warn(`The update to ${found} was not downloaded: ${messageOf(error)}.`)
    electron.dialog.showErrorBox(say.title, say.failed(messageOf(error)))
    return
  }
  const restarts = await ask(say.ready(found), say.readyDetail, say.restart, say.later)
  if (updater.leavesItToTheSystem) {
    if (restarts) updater.install({ restarts })
    return
  }
  app.once('quit', () => {
    // The new one would find this one still there, and end.
    app.releaseSingleInstanceLock()
    updater.install({ restarts })
  })
  if (restarts) app.quit()
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return (text.split('\n')[0] ?? '').slice(0, 300).replace(/\.$/, '')
}
