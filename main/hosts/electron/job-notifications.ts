import type { BrowserWindow } from 'electron'
import type { BridgeEvent } from '../../../shared/bridge/events.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { chooseMainWords, type MainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'

export interface JobNotificationsDeps {
  readonly electron: Pick<ElectronModule, 'Notification'>
  readonly events: { subscribe(listener: (event: BridgeEvent) => void): () => void }
  window(): BrowserWindow | null
  /** The language of the settings. */
  language(): string
}

/**
 * Notifies the person of a job that ended while the window was not in front; a click brings it there. Returns a
 * stop function.
 */
export function notifyOfEndedJobs({ electron, events, window, language }: JobNotificationsDeps): () => void {
  const pending = new Set<string>()

  function follow({ submissionId, job, modelLabel, values }: SubmissionView): void {
    const status = job?.status
    if (!isEnd(status)) {
      if (job) pending.add(submissionId)
      return
    }
    // Only a job that was seen running has ended just now; the rest ended before.
    if (!pending.delete(submissionId) || window()?.isFocused()) return
    if (!electron.Notification.isSupported()) return
    const body = typeof values.prompt === 'string' ? values.prompt.slice(0, 120) : ''
    const notification = new electron.Notification({
      title: chooseMainWords(language()).desktop.ended[status](modelLabel),
      body,
    })
    notification.on('click', () => {
      window()?.show()
      window()?.focus()
    })
    notification.show()
  }

  return events.subscribe((event) => {
    if (event.name === 'submission.changed') follow(event.payload)
  })
}

type Ending = keyof MainWords['desktop']['ended']

const endings: ReadonlySet<string | undefined> = new Set<Ending>(['completed', 'failed', 'cancelled'])

function isEnd(status: string | undefined): status is Ending {
  return endings.has(status)
}
