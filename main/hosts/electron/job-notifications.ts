import type { BrowserWindow } from 'electron'
import type { BridgeEvent } from '../../../shared/bridge/events.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { ElectronModule } from './electron-module.ts'

const endings: Readonly<Record<string, (label: string) => string>> = {
  completed: (label) => `${label}: done`,
  failed: (label) => `${label}: failed, not billed`,
  cancelled: (label) => `${label}: cancelled, not billed`,
}

export interface JobNotificationsDeps {
  readonly electron: Pick<ElectronModule, 'Notification'>
  readonly events: { subscribe(listener: (event: BridgeEvent) => void): () => void }
  window(): BrowserWindow | null
}

/** Tells of a job that ended while the window was not in front; a click brings it there. Returns its undo. */
export function notifyOfEndedJobs({ electron, events, window }: JobNotificationsDeps): () => void {
  const pending = new Set<string>()

  function follow({ submissionId, job, modelLabel, values }: SubmissionView): void {
    const ending = job && endings[job.status]
    if (!ending) {
      if (job) pending.add(submissionId)
      return
    }
    // Only what was seen running has ended just now; the rest ended before.
    if (!pending.delete(submissionId) || window()?.isFocused()) return
    if (!electron.Notification.isSupported()) return
    const body = typeof values.prompt === 'string' ? values.prompt.slice(0, 120) : ''
    const notification = new electron.Notification({ title: ending(modelLabel), body })
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
