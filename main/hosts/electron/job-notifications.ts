import type { BrowserWindow } from 'electron'
import type { AgentRequest } from '../../../shared/bridge/agent-procedures.ts'
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
 * Notifies the person of a job that ended, and of an agent that asks them, while the window was not in front; a click
 * brings it there. Returns a stop function.
 */
export function notifyOutside({ electron, events, window, language }: JobNotificationsDeps): () => void {
  const pending = new Set<string>()
  let asked: ReadonlySet<string> = new Set()

  function follow({ submissionId, job, modelLabel, values }: SubmissionView): void {
    const status = job?.status
    if (!isEnd(status)) {
      if (job) pending.add(submissionId)
      return
    }
    // Only a job that was seen running has ended just now; the rest ended before.
    if (!pending.delete(submissionId)) return
    const prompt = typeof values.prompt === 'string' ? values.prompt : ''
    announce((words) => words.ended[status](modelLabel), prompt)
  }

  /** Each request once; one that was answered is forgotten. */
  function followRequests(requests: readonly AgentRequest[]): void {
    const before = asked
    asked = new Set(requests.map(({ requestId }) => requestId))
    for (const { requestId, agent, modelLabel, count, prompt } of requests)
      if (!before.has(requestId)) announce((words) => words.asks(agent, modelLabel, count), prompt)
  }

  function announce(title: (words: MainWords['desktop']) => string, prompt: string): void {
    if (window()?.isFocused() || !electron.Notification.isSupported()) return
    const { desktop } = chooseMainWords(language())
    const body = prompt.slice(0, 120)
    const notification = new electron.Notification({ title: title(desktop), body })
    notification.on('click', () => {
      window()?.show()
      window()?.focus()
    })
    notification.show()
  }

  return events.subscribe((event) => {
    if (event.name === 'submission.changed') follow(event.payload)
    if (event.name === 'agents.changed') followRequests(event.payload.requests)
  })
}

type Ending = keyof MainWords['desktop']['ended']

const endings: ReadonlySet<string | undefined> = new Set<Ending>(['completed', 'failed', 'cancelled'])

function isEnd(status: string | undefined): status is Ending {
  return endings.has(status)
}
