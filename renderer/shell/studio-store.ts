import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { StudioStatus } from '../../shared/bridge/views.ts'
import type { Settings, SettingsPatch } from '../../shared/settings/settings.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'

export interface StudioState {
  readonly status: StudioStatus | null
  readonly settings: Settings | null
  /** Whether the studio responds; true until an event says otherwise. */
  readonly connected: boolean
  readonly failure: BridgeFailure | null
}

/** The studio's state for the whole page: its status, its settings, and whether it is there. */
export interface StudioStore {
  readonly store: StoreApi<StudioState>
  refresh(): Promise<void>
  changeSettings(patch: SettingsPatch): Promise<BridgeResult<Settings>>
  /** Sends nothing more until `resume`. */
  pause(): Promise<BridgeResult<StudioStatus>>
  /** Lifts the hold on the queue. */
  resume(): Promise<BridgeResult<StudioStatus>>
  pollNow(): Promise<BridgeResult<StudioStatus>>
  /** Downloads at once what waits for disk space. */
  retryForSpace(): Promise<BridgeResult<unknown>>
  /** Tries again to open the service after a failure. */
  reopen(): Promise<BridgeResult<StudioStatus>>
  /** Makes another account the active one; `sandbox` for the sandbox. */
  chooseAccount(accountId: string): Promise<BridgeResult<StudioStatus>>
  /**
   * Calls the listener when the language changes: the studio's texts about models, such as a run's label, are in
   * the language in which they were read. Returns an unsubscribe function.
   */
  onLanguageChange(listener: () => void): () => void
  close(): void
}

export function createStudioStore(bridge: Bridge): StudioStore {
  const store = createStore<StudioState>(() => ({
    status: null,
    settings: null,
    connected: true,
    failure: null,
  }))

  const statuses = createStaleGuard()
  const settingsGuard = createStaleGuard()

  async function refresh() {
    const [readStatus, readSettings] = await Promise.all([
      statuses.read(bridge.call('studio.status', {})),
      settingsGuard.read(bridge.call('settings.read', {})),
    ])
    const [status, settings] = [readStatus.response, readSettings.response]
    const failure = status.ok ? (settings.ok ? null : settings.error) : status.error
    store.setState({
      ...(status.ok && readStatus.accept() && { status: status.value }),
      ...(settings.ok && readSettings.accept() && { settings: settings.value }),
      failure,
      connected: failure?.code !== 'disconnected' && failure?.code !== 'no_session',
    })
  }

  async function act(request: Promise<BridgeResult<StudioStatus>>) {
    const { response, accept } = await statuses.read(request)
    if (response.ok && accept()) store.setState({ status: response.value })
    return response
  }

  const undo = [
    bridge.on('studio.changed', (status) => {
      statuses.supersede()
      store.setState({ status })
    }),
    bridge.on('settings.changed', (settings) => {
      settingsGuard.supersede()
      store.setState({ settings })
    }),
    bridge.onConnected((connected, failure) => {
      store.setState({ connected, ...(!connected && { failure: failure ?? null }) })
      if (connected) void refresh()
    }),
  ]

  // The event stream reports when the studio is there, but not that this page may not listen.
  void refresh()

  return {
    store,
    refresh,
    async changeSettings(patch) {
      const { response, accept } = await settingsGuard.read(bridge.call('settings.change', patch))
      if (response.ok && accept()) store.setState({ settings: response.value })
      return response
    },
    pause: () => act(bridge.call('jobs.pause', {})),
    resume: () => act(bridge.call('jobs.resume', {})),
    pollNow: () => act(bridge.call('jobs.pollNow', {})),
    retryForSpace: () => bridge.call('library.retryForSpace', {}),
    reopen: () => act(bridge.call('service.reopen', {})),
    chooseAccount: (accountId) => act(bridge.call('accounts.use', { accountId })),
    onLanguageChange: (listener) =>
      store.subscribe((now, before) => {
        if (before.settings !== null && now.settings?.language !== before.settings.language) listener()
      }),
    close() {
      for (const end of undo) end()
    },
  }
}
