import type { StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { ExportView } from '../../shared/bridge/export-procedures.ts'

/** What a dialog shows of an export. */
export interface ExportSteps {
  /** The export that runs, or has ended, for this dialog. */
  readonly view: ExportView | null
  /** What the last step was refused for. */
  readonly failure: BridgeFailure | null
  readonly isBusy: boolean
}

export interface FollowedExport {
  /** Takes a step; null where it was refused, and what for is shown. */
  asked<Value>(call: Promise<BridgeResult<Value>>): Promise<Value | null>
  /** Shows one that has just begun. */
  show(view: ExportView): Promise<void>
  cancel(): Promise<void>
  close(): void
}

/**
 * Keeps what a dialog shows of an export current. One whose Atelier has ended counts as failed, without a cause
 * (EXP412).
 */
export function followExport(
  bridge: Pick<Bridge, 'call' | 'on' | 'onConnected'>,
  store: Pick<StoreApi<ExportSteps>, 'getState' | 'setState'>,
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

  async function asked<Value>(call: Promise<BridgeResult<Value>>): Promise<Value | null> {
    store.setState({ isBusy: true, failure: null })
    const result = await call
    store.setState({ isBusy: false, failure: result.ok ? null : result.error })
    return result.ok ? result.value : null
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
    asked,
    async show(view) {
      store.setState({ view })
      // It may have ended before the response of the call that began it was here, and events are newer than this.
      const now = await bridge.call('export.current', {})
      if (now.ok && now.value) note(now.value)
    },
    async cancel() {
      const { view } = store.getState()
      const ended = view && (await asked(bridge.call('export.cancel', { exportId: view.exportId })))
      if (ended) store.setState({ view: ended })
    },
    close() {
      for (const stop of undo) stop()
    },
  }
}

function isNewer(view: ExportView, shown: ExportView): boolean {
  return shown.state === 'running' && (view.state !== 'running' || view.done >= shown.done)
}
