import type { BrowserWindow } from 'electron'
import type { BridgeEvent } from '../../../shared/bridge/events.ts'
import type { DesktopSettings } from '../../../shared/settings/desktop-settings.ts'
import type { MainWords } from '../../words/choose-words.ts'
import type { ElectronModule } from './electron-module.ts'
import { drawMark } from './icon-mark.ts'

export interface WorkSignsDeps {
  readonly electron: Pick<ElectronModule, 'app' | 'nativeImage'>
  readonly platform: NodeJS.Platform
  readonly events: { subscribe(listener: (event: BridgeEvent) => void): () => void }
  window(): BrowserWindow | null
  settings(): DesktopSettings
  words(): MainWords['desktop']
}

const ends: ReadonlySet<string | undefined> = new Set(['completed', 'failed', 'cancelled'])
const accent = [0xf0, 0xab, 0x52] as const

/**
 * Shows at the window's icon how far the runs are that are under way together, and how many have ended since the window
 * was last in front (DESK40). `seen` is called when it comes there.
 */
export function showWorkSigns({ electron, platform, events, window, settings, words }: WorkSignsDeps) {
  const running = new Set<string>()
  let open = 0
  let ended = 0
  let unseen = 0

  function show(): void {
    const isOn = settings().showsProgress
    const at = window()
    if (at && !at.isDestroyed()) at.setProgressBar(isOn ? progress() : -1)
    const count = isOn ? unseen : 0
    if (platform !== 'win32') {
      electron.app.setBadgeCount(count)
      return
    }
    const dot = count === 0 ? null : drawMark(electron, 32, accent)
    if (at && !at.isDestroyed()) at.setOverlayIcon(dot, count === 0 ? '' : words().unseen(count))
  }

  /** Above 1 is a bar without a measure; below 0 is none. */
  function progress(): number {
    if (open === 0) return -1
    return ended === 0 ? 2 : ended / (ended + open)
  }

  function countEnd(): void {
    ended += 1
    if (!window()?.isFocused()) unseen += 1
  }

  const stop = events.subscribe((event) => {
    if (event.name === 'studio.changed') {
      open = event.payload.jobsRunning + event.payload.jobsWaiting
      if (open === 0) ended = 0
    } else if (event.name === 'submission.changed') {
      const { submissionId, job } = event.payload
      if (!job) return
      if (!ends.has(job.status)) running.add(submissionId)
      // Only one that was seen running has ended just now.
      else if (running.delete(submissionId)) countEnd()
    } else if (event.name !== 'settings.changed') return
    show()
  })
  return {
    seen() {
      unseen = 0
      show()
    },
    stop,
  }
}
