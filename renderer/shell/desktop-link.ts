import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { DesktopMenu, Opened } from '../../shared/bridge/desktop-procedures.ts'

/** The desktop around the page: its menu, and what it is asked to show. */
export interface DesktopLink {
  /** Sends the menu where it differs from the last one. */
  setMenu(menu: DesktopMenu): void
  /** Listens to what is chosen in the menu; returns an unsubscribe function. */
  onChosen(listener: (id: string) => void): () => void
  /**
   * Calls back with what links, files and notifications ask to show: what waits already, and all that follows. Returns an
   * unsubscribe function.
   */
  onOpened(listener: (opened: readonly Opened[]) => void): () => void
}

export function createDesktopLink(bridge: Bridge): DesktopLink {
  let sent = ''
  return {
    setMenu(menu) {
      const text = JSON.stringify(menu)
      if (text === sent) return
      sent = text
      void bridge.call('desktop.setMenu', menu)
    },
    onChosen: (listener) => bridge.on('desktop.chosen', ({ id }) => listener(id)),
    onOpened(listener) {
      async function take() {
        const taken = await bridge.call('desktop.takeOpened', {})
        if (taken.ok && taken.value.length > 0) listener(taken.value)
      }
      const stops = [
        bridge.on('desktop.opened', () => void take()),
        bridge.onConnected((isConnected) => isConnected && void take()),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}
