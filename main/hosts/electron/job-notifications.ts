import type { BrowserWindow, Notification, NotificationConstructorOptions } from 'electron'
import type { AgentRequest } from '../../../shared/bridge/agent-procedures.ts'
import type { BridgeEvent } from '../../../shared/bridge/events.ts'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import type { Settings } from '../../../shared/settings/settings.ts'
import { chooseMainWords, type MainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'

export interface JobNotificationsDeps {
  readonly electron: Pick<ElectronModule, 'Notification'>
  readonly events: { subscribe(listener: (event: BridgeEvent) => void): () => void }
  window(): BrowserWindow | null
  settings(): Pick<Settings, 'desktop' | 'language'>
  /** Brings the window to the front, or opens one; with a run, that is shown. */
  show(submissionId?: string): void
  /** Shows a file in the system's file manager; false where it is not here (yet). */
  reveal(fileId: string): boolean
}

const mostHeld = 50

/** A button of a notification and what it does. */
interface Act {
  readonly name: keyof MainWords['desktop']['notificationActions']
  readonly run: () => void
}

/**
 * Notifies the person of a job that ended, and of an agent that asks them, while the window is not in front; a click shows
 * it there. A prompt is in it only where the person allowed that (DESK50). Returns a stop function.
 */
export function notifyOutside(deps: JobNotificationsDeps): () => void {
  const { electron, events, window, settings, show, reveal } = deps
  const pending = new Set<string>()
  const held = new Set<Notification>()
  let asked: ReadonlySet<string> = new Set()

  function follow({ submissionId, job, modelLabel, values, files }: SubmissionView): void {
    const status = job?.status
    if (!isEnd(status)) {
      if (job) pending.add(submissionId)
      return
    }
    // Only a job that was seen running has ended just now; the rest ended before.
    if (!pending.delete(submissionId)) return
    const open: Act = { name: 'show', run: () => show(submissionId) }
    const [file] = files
    const inFolder = file && { name: 'reveal' as const, run: () => void (reveal(file.fileId) || open.run()) }
    announce({
      title: (words) => words.ended[status](modelLabel),
      prompt: typeof values.prompt === 'string' ? values.prompt : '',
      acts: [open, ...(status === 'completed' && inFolder ? [inFolder] : [])],
    })
  }

  /** Each request once; one that was answered is forgotten. */
  function followRequests(requests: readonly AgentRequest[]): void {
    const before = asked
    asked = new Set(requests.map(({ requestId }) => requestId))
    for (const { requestId, agent, modelLabel, count, prompt } of requests)
      if (!before.has(requestId))
        announce({
          title: (words) => words.asks(agent, modelLabel, count),
          prompt,
          acts: [{ name: 'answer', run: () => show() }],
        })
  }

  function announce({ title, prompt, acts }: Announcement): void {
    const { desktop: chosen, language } = settings()
    if (!chosen.notifies || window()?.isFocused() || !electron.Notification.isSupported()) return
    const { desktop: words } = chooseMainWords(language)
    const options: NotificationConstructorOptions = {
      title: title(words),
      body: chosen.promptsInNotifications ? prompt.slice(0, 120) : '',
      actions: acts.map(({ name }) => ({ type: 'button', text: words.notificationActions[name] })),
    }
    const notification = new electron.Notification(options)
    hold(notification)
    notification.on('click', () => acts[0]?.run())
    notification.on('action', ({ actionIndex }) => acts[actionIndex]?.run())
    notification.show()
  }

  /**
   * Electron holds none itself: one that is garbage calls nobody when it is clicked later, in the system's list (electron
   * issue 16922). Not every system says when one is gone, so the latest are held.
   */
  function hold(notification: Notification): void {
    held.add(notification)
    const [oldest] = held
    if (oldest && held.size > mostHeld) held.delete(oldest)
  }

  return events.subscribe((event) => {
    if (event.name === 'submission.changed') follow(event.payload)
    if (event.name === 'agents.changed') followRequests(event.payload.requests)
  })
}

interface Announcement {
  readonly title: (words: MainWords['desktop']) => string
  readonly prompt: string
  /** The first is what a click does. */
  readonly acts: readonly Act[]
}

type Ending = keyof MainWords['desktop']['ended']

const endings: ReadonlySet<string | undefined> = new Set<Ending>(['completed', 'failed', 'cancelled'])

function isEnd(status: string | undefined): status is Ending {
  return endings.has(status)
}
