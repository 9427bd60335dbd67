import type { BrowserWindow } from 'electron'
import type { Clock, Log } from '../../engine/ports.ts'
import type { QuitChoice } from './ask-to-quit.ts'
import type { ElectronModule } from './electron-module.ts'

export interface EndInOrder {
  readonly electron: Pick<ElectronModule, 'app' | 'powerMonitor'>
  readonly clock: Pick<Clock, 'setTimer'>
  readonly log: Log
  /** Calls back where the system or a terminal ends the program: nobody is there to be asked. */
  onEndSignal?: ((end: () => void) => void) | undefined
  /** Whether runs go on while no window is open. */
  runsWithoutWindow(): boolean
  ask(): Promise<QuitChoice>
  window(): BrowserWindow | null
  /** From here on nothing paid is sent. */
  stopSending(): void
  close(): Promise<void>
}

/** What is done after an error that nothing caught. */
export interface AfterError {
  /** Says what happened; true where Atelier is to open again. */
  askToReopen(): Promise<boolean>
  reopen(): void
}

/** A response on its way is given up after 4 s; whatever takes longer than this will not end any more. */
export const longestClosingMs = 10_000

/**
 * Quits once everything is closed, and asks before where runs are under way (DESK42). Without a window the program ends,
 * except on macOS and where the person wants it to go on.
 */
export function endInOrder({
  electron: { app, powerMonitor },
  clock,
  log,
  onEndSignal,
  runsWithoutWindow,
  ask,
  window,
  stopSending,
  close,
}: EndInOrder) {
  let state: 'open' | 'asking' | 'closing' | 'failed' | 'closed' = 'open'
  let isUnattended = false
  let staysWithoutWindow = false
  let closed: Promise<void> | null = null
  const { promise: reopens, resolve: decideToReopen } = Promise.withResolvers<boolean>()
  const keepsOn = () => process.platform === 'darwin' || runsWithoutWindow() || staysWithoutWindow
  /** What ends it may still be canceled, by another program: it ends now all the same, rather than stay unasked. */
  const endUnattended = () => {
    isUnattended = true
    app.quit()
  }
  // Electron's types leave out the event; prevented, the system waits until everything is closed.
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    event?.preventDefault()
    endUnattended()
  })
  onEndSignal?.(endUnattended)

  function closeOnce(): Promise<void> {
    closed ??= close().catch((error: unknown) =>
      log.warn(`Not everything could be closed: ${String(error)}.`),
    )
    return closed
  }

  async function end(): Promise<void> {
    if (!isUnattended) {
      state = 'asking'
      const choice = await ask().catch((error: unknown) => {
        log.warn(`Whether to quit could not be asked: ${String(error)}.`)
        return 'stay' as const
      })
      // The system, or an error, has ended it meanwhile.
      if (state !== 'asking') return
      if (choice !== 'quit') {
        state = 'open'
        if (choice === 'background') {
          staysWithoutWindow = true
          window()?.close()
        }
        return
      }
    }
    state = 'closing'
    window()?.hide()
    await closeOnce()
    if (state !== 'closing') return
    state = 'closed'
    app.quit()
  }

  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'failed') decideToReopen(false)
    else if (state === 'open' || (state === 'asking' && isUnattended)) void end()
  })
  app.on('window-all-closed', () => {
    if (!keepsOn()) app.quit()
  })

  /** Resolves when everything is closed, or won't be any more. */
  function closeInTime(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const cancel = clock.setTimer(longestClosingMs, () => {
      log.warn('Closing took too long and was given up.')
      resolve()
    })
    void closeOnce().then(() => {
      cancel()
      resolve()
    })
    return promise
  }

  return {
    /** The last window takes the program with it, which is asked for before it is gone. */
    onClose(event: { preventDefault(): void }): void {
      if (state === 'closed' || (state !== 'failed' && keepsOn())) return
      event.preventDefault()
      app.quit()
    },
    windowOpened() {
      staysWithoutWindow = false
      // Windows asks before, which may be canceled; after this it can't be.
      window()?.on('session-end', endUnattended)
    },
    /**
     * Ends it in whatever state it is: nothing is sent from here on, and what can be closed is (DESK490, DESK491). Who was
     * quitting already is not asked.
     */
    async afterError({ askToReopen, reopen }: AfterError): Promise<void> {
      if (state === 'failed' || state === 'closed') return
      const wasClosing = state === 'closing'
      state = 'failed'
      const attempt = (act: () => void) => {
        try {
          act()
        } catch (error) {
          log.warn(`Not everything could be ended: ${String(error)}.`)
        }
      }
      attempt(stopSending)
      attempt(() => window()?.hide())
      if (wasClosing || isUnattended) decideToReopen(false)
      else
        void askToReopen()
          .catch(() => false)
          .then(decideToReopen)
      const [again] = await Promise.all([reopens, closeInTime()])
      if (again) attempt(reopen)
      app.exit(1)
    },
    /** A second start while it ends after an error: it is to open again. False where it goes on. */
    secondStart(): boolean {
      if (state !== 'failed') return false
      decideToReopen(true)
      return true
    },
  }
}
