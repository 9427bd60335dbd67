import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { ExportView } from '../../shared/bridge/export-procedures.ts'

export interface FollowedExport {
  /** Shows one that has just begun. */
  show(view: ExportView): Promise<void>
  close(): void
}

/**
 * Keeps what a dialog shows of an export current. One whose Atelier has ended counts as failed, without a cause
 * (EXP412).
 */
export function followExport(
  bridge: Pick<Bridge, 'call' | 'on' | 'onConnected'>,
  store: Pick<StoreApi<{ readonly view: ExportView | null }>, 'getState' | 'setState'>,
): FollowedExport {
  /** An event may come before the response of the call that began it. */
  function note(view: ExportView): void {
    const { view: shown } = store.getState()
    if (shown?.exportId === view.exportId && isNewer(view, shown)) store.setState({ view })
  }

  function end(exportId: string): void {
    const { view } = store.getState()
    if (view?.exportId === exportId && view.state === 'running')
      store.setState({ view: { ...view, state: 'failed' } })
  }

  async function check(): Promise<void> {
    const { view } = store.getState()
    if (view?.state !== 'running') return
    const now = await bridge.call('export.current', {})
    if (!now.ok) return
    if (now.value?.exportId === view.exportId) note(now.value)
    else end(view.exportId)
  }

  const undo = [
    bridge.on('export.changed', note),
    bridge.onConnected((connected, failure) => {
      if (connected) void check()
      // It has been started anew, and this page has no part in it.
      else if (failure?.code === 'no_session') end(store.getState().view?.exportId ?? '')
    }),
  ]
  return {
    async show(view) {
      store.setState({ view })
      // It may have ended before the response of the call that began it was here, and events are newer than this.
      const now = await bridge.call('export.current', {})
      if (now.ok && now.value) note(now.value)
    },
    close() {
      for (const stop of undo) stop()
    },
  }
}

function isNewer(view: ExportView, shown: ExportView): boolean {
  return shown.state === 'running' && (view.state !== 'running' || view.done >= shown.done)
}
