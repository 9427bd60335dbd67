import type { BrowserWindow } from 'electron'
import type { MainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'

export type QuitChoice = 'quit' | 'background' | 'stay'

export interface Work {
  /** At the service, or in the sandbox. */
  readonly running: number
  /** Of these, in the sandbox, which costs nothing and ends with Atelier. */
  readonly inSandbox: number
  /** Confirmed, and not sent yet. */
  readonly waiting: number
}

/**
 * Asks whether to quit while runs are under way, and says what becomes of them (DESK42). Nothing is asked where none are.
 * Enter and Escape stay.
 */
export async function askToQuit(
  { dialog }: Pick<ElectronModule, 'dialog'>,
  { running, inSandbox, waiting }: Work,
  { quitting: words }: MainWords['desktop'],
  window: BrowserWindow | null,
): Promise<QuitChoice> {
  if (running + waiting === 0) return 'quit'
  const choices: readonly QuitChoice[] = ['background', 'quit', 'stay']
  const box = {
    type: 'question' as const,
    title: words.title,
    message: words.message(running, waiting),
    detail: [
      running > inSandbox && words.running(running - inSandbox),
      inSandbox > 0 && words.inSandbox(inSandbox),
      waiting > 0 && words.waiting(waiting),
      words.background,
    ]
      .filter((sentence) => sentence !== false)
      .join('\n\n'),
    buttons: choices.map((choice) => words.choices[choice]),
    defaultId: choices.indexOf('stay'),
    cancelId: choices.indexOf('stay'),
    noLink: true,
  }
  const { response } = await (window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box))
  return choices[response] ?? 'stay'
}
