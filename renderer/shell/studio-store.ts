import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeFailure, BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { StudioStatus } from '../../shared/bridge/views.ts'
import type { Settings, SettingsPatch } from '../../shared/settings/settings.ts'
import { createNewsOrder } from '../bridge/news-order.ts'

export interface StudioState {
  readonly status: StudioStatus | null
  readonly settings: Settings | null
  /** Whether the studio answers; true until something says otherwise. */
  readonly connected: boolean
  readonly failure: BridgeFailure | null
}

/** What the whole page knows of the studio: its status, its settings, and whether it is there. */
export interface StudioStore {
  readonly store: StoreApi<StudioState>
  refresh(): Promise<void>
  changeSettings(patch: SettingsPatch): Promise<BridgeResult<Settings>>
  /** Sends nothing more until `resume`. */
  pause(): Promise<BridgeResult<StudioStatus>>
  /** Lifts the hold on the queue. */
  resume(): Promise<BridgeResult<StudioStatus>>
  /** Tries once more to open the service, after it could not be. */
  reopen(): Promise<BridgeResult<StudioStatus>>
  close(): void
}

export function createStudioStore(bridge: Bridge): StudioStore {
  const store = createStore<StudioState>(() => ({
    status: null,
    settings: null,
    connected: true,
    failure: null,
  }))

  const statuses = createNewsOrder()
  const settingsNews = createNewsOrder()

  async function refresh() {
    const [isNewStatus, areNewSettings] = [statuses.next(), settingsNews.next()]
    const [status, settings] = await Promise.all([
      bridge.call('studio.status', {}),
      bridge.call('settings.read', {}),
    ])
    const failure = status.ok ? (settings.ok ? null : settings.error) : status.error
    store.setState({
      ...(status.ok && isNewStatus() && { status: status.value }),
      ...(settings.ok && areNewSettings() && { settings: settings.value }),
      failure,
      connected: failure?.code !== 'disconnected' && failure?.code !== 'no_session',
    })
  }

  async function act(procedure: 'jobs.pause' | 'jobs.resume' | 'service.reopen') {
    const isNew = statuses.next()
    const result = await bridge.call(procedure, {})
    if (result.ok && isNew()) store.setState({ status: result.value })
    return result
  }

  const undo = [
    bridge.on('studio.changed', (status) => {
      if (statuses.next()()) store.setState({ status })
    }),
    bridge.on('settings.changed', (settings) => {
      if (settingsNews.next()()) store.setState({ settings })
    }),
    bridge.onConnected((connected, failure) => {
      store.setState({ connected, ...(!connected && { failure: failure ?? null }) })
      if (connected) void refresh()
    }),
  ]

  // The stream of events says when the studio is there, but nothing of a page that may not listen.
  void refresh()

  return {
    store,
    refresh,
    async changeSettings(patch) {
      const isNew = settingsNews.next()
      const result = await bridge.call('settings.change', patch)
      if (result.ok && isNew()) store.setState({ settings: result.value })
      return result
    },
    pause: () => act('jobs.pause'),
    resume: () => act('jobs.resume'),
    reopen: () => act('service.reopen'),
    close() {
      for (const end of undo) end()
    },
  }
}
