import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { createChoiceStorage } from './choice-storage.ts'
import { createUsageStore, type UsageStore } from './usage-store.ts'
import { UsageView } from './usage-view.tsx'

/** Kept as long as the page, so that the screen opens again with what it had. */
const storeOf = new WeakMap<Bridge, UsageStore>()

const storage = createChoiceStorage(
  () => window.sessionStorage,
  (cause) => console.warn('The chosen workspace could not be kept for a reload.', cause),
)

/** The Usage screen with its store, which comes with its code. */
export function UsageScreen() {
  const { bridge } = useAtelier()
  const usage = storeOf.get(bridge) ?? createUsageStore({ bridge, storage, now: Date.now })
  storeOf.set(bridge, usage)
  return <UsageView usage={usage} />
}
