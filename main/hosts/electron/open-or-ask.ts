import { storageTroubleOf } from '../../engine/storage-trouble.ts'
import { BrokenLibraryError } from '../../infra/broken-library-error.ts'
import type { RepairWay } from '../../infra/repair-ways.ts'
import type { MainWords } from '../../words/choose-words.ts'
import { readRepair } from '../repair-options.ts'
import { sayError } from '../setup-error.ts'
import type { ElectronModule } from './electron-module.ts'

interface Dialogs {
  readonly electron: ElectronModule
  readonly words: MainWords
}

interface Asking<Opened> extends Dialogs {
  open(repair: RepairWay | null): Promise<Opened>
}

/**
 * Opens the studio. Where its library can't be used, the person chooses a way out in a system dialog, as often
 * as needed; null where they quit, or where nothing can be done here.
 */
export async function openOrAsk<Opened>({ electron, words, open }: Asking<Opened>): Promise<Opened | null> {
  let repair: RepairWay | null = null
  try {
    repair = readRepair((option) => electron.app.commandLine.hasSwitch(option))
  } catch (error) {
    return say({ electron, words }, sayError(error, words) ?? String(error))
  }
  for (;;) {
    try {
      return await open(repair)
    } catch (error) {
      if (!(error instanceof BrokenLibraryError) || error.waysOut.length === 0)
        return say({ electron, words }, sentenceOf(error, words))
      repair = await ask({ electron, words }, error)
      if (repair === null) return null
    }
  }
}

async function ask(
  { electron: { dialog }, words: { desktop: words } }: Dialogs,
  { message, waysOut }: BrokenLibraryError,
): Promise<RepairWay | null> {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: words.cannotStart,
    message,
    detail: waysOut.map(({ way, effect }) => words.wayEffect(way, effect)).join('\n\n'),
    buttons: [...waysOut.map(({ way }) => words.way(way)), words.quit],
    // Enter and Escape change nothing.
    defaultId: waysOut.length,
    cancelId: waysOut.length,
    noLink: true,
  })
  return waysOut[response]?.way ?? null
}

function say({ electron: { dialog }, words }: Dialogs, sentence: string): null {
  dialog.showErrorBox(words.desktop.cannotStart, sentence)
  return null
}

function sentenceOf(error: unknown, { desktop, reasons }: MainWords): string {
  const message = error instanceof Error ? error.message : String(error)
  const trouble = storageTroubleOf(error)
  return trouble && !(error instanceof BrokenLibraryError)
    ? desktop.storageTrouble(reasons.sentence({ code: 'storage', kind: trouble.kind }), message)
    : message
}
