import type { Bridge } from '../../../shared/bridge/carrier.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { createStylesStore, type StylesStore } from './styles-store.ts'
import { StylesView } from './styles-view.tsx'

/** Kept as long as the page, so that the screen opens again with what it had. */
const storeOf = new WeakMap<Bridge, StylesStore>()

/** The Styles screen with its store, which comes with its code. */
export function StylesScreen() {
  const { bridge, posters } = useAtelier()
  const styles = storeOf.get(bridge) ?? createStylesStore(bridge, posters.offer)
  storeOf.set(bridge, styles)
  return <StylesView styles={styles} />
}
