import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { StyleView } from '../../shared/bridge/style-procedures.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { createKnownStyles, type KnownStyles, keyOfStyle } from './known-styles.ts'

/** Kept as long as the page: every part that shows styles reads the same. */
const knownOf = new WeakMap<Bridge, KnownStyles>()

/** A style as far as it is known: undefined while it is read, null where it is not known. Null: of the connected account. */
export function useKnownStyle(account: string | null, styleId: string): StyleView | null | undefined {
  const { bridge } = useAtelier()
  const known = knownOf.get(bridge) ?? createKnownStyles(bridge)
  knownOf.set(bridge, known)
  useEffect(() => known.learn(account, [styleId]), [known, account, styleId])
  return useStore(known.store, (state) => state[keyOfStyle(account, styleId)])
}
