import type { RepairWay } from '../../infra/repair-ways.ts'
import { BrokenLibraryError, StartError } from '../../infra/start-error.ts'
import { storageFailureOf } from '../../infra/storage-failure.ts'
import { chooseMainWords } from '../../words/choose-words.ts'
import { readRepair } from '../repair-options.ts'
import { sayEffect, sayStartError } from '../say-start-error.ts'
import type { ElectronModule } from './electron-module.ts'

/** Where the studio can't be opened, no settings can be read. */
const all = chooseMainWords(null)
const { desktop: words } = all

interface Asking<Opened> {
  readonly electron: ElectronModule
  open(repair: RepairWay | null): Promise<Opened>
}

/**
 * Opens the studio. Where its library can't be used, the person chooses a way out in a system dialog, as often
 * as needed; null where they quit, or where nothing can be done here.
 */
export async function openOrAsk<Opened>({ electron, open }: Asking<Opened>): Promise<Opened | null> {
  let repair: RepairWay | null = null
  try {
    repair = readRepair((option) => electron.app.commandLine.hasSwitch(option))
  } catch (error) {
    return say(electron, (error as Error).message)
  }
  for (;;) {
    try {
      return await open(repair)
    } catch (error) {
      if (!(error instanceof BrokenLibraryError) || error.waysOut.length === 0)
        return say(electron, sentenceOf(error))
      repair = await ask(electron, error)
      if (repair === null) return null
    }
  }
}

async function ask({ dialog }: ElectronModule, error: BrokenLibraryError): Promise<RepairWay | null> {
  const { waysOut } = error
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    title: words.cannotStart,
    message: sayStartError(error, all),
    detail: waysOut.map((one) => words.wayEffect(one.way, sayEffect(one, all))).join('\n\n'),
    buttons: [...waysOut.map(({ way }) => words.way(way)), words.quit],
    // Enter and Escape change nothing.
    defaultId: waysOut.length,
    cancelId: waysOut.length,
    noLink: true,
  })
  return waysOut[response]?.way ?? null
}

function say({ dialog }: ElectronModule, sentence: string): null {
  dialog.showErrorBox(words.cannotStart, sentence)
  return null
}

function sentenceOf(error: unknown): string {
  if (error instanceof StartError) return sayStartError(error, all)
  const message = error instanceof Error ? error.message : String(error)
  const kind = storageFailureOf(error)
  return kind ? words.storageTrouble(all.reasons.sentence({ code: 'storage', kind }), message) : message
}
