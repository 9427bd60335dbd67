import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { createSpendStore, type SpendStore } from './spend-store.ts'
import { SpendView } from './spend-view.tsx'

/** Kept as long as the page, so that the screen opens again with what it had. */
const storeOf = new WeakMap<Bridge, SpendStore>()

/** The Spend screen with its store, which comes with its code. */
export function SpendScreen() {
  const { bridge } = useAtelier()
  const spend = storeOf.get(bridge) ?? createSpendStore({ bridge, now: Date.now })
  storeOf.set(bridge, spend)
  return <SpendView spend={spend} />
}
