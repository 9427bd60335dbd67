import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { type AccountsStore, createAccountsStore } from './accounts-store.ts'
import { createOwnModelsStore, type OwnModelsStore } from './own-models-store.ts'
import { SettingsView } from './settings-view.tsx'
import { createWebhookStore, type WebhookStore } from './webhook-store.ts'

interface SettingsStores {
  readonly accounts: AccountsStore
  readonly webhooks: WebhookStore
  readonly ownModels: OwnModelsStore
}

/** Kept as long as the page: what was typed is there again when the screen is opened again. */
const storesOf = new WeakMap<Bridge, SettingsStores>()

/** The Settings screen with its stores, which come with its code. */
export function SettingsScreen() {
  const { bridge } = useAtelier()
  const stores = storesOf.get(bridge) ?? {
    accounts: createAccountsStore(bridge),
    webhooks: createWebhookStore(bridge),
    ownModels: createOwnModelsStore(bridge),
  }
  storesOf.set(bridge, stores)
  return <SettingsView {...stores} />
}
