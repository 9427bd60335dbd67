import type { BridgeErrorCode } from '../../bridge/error-codes.ts'

/** What the page has to say where it can load nothing more from the studio. */
export const lostEngine = {
  disconnected: 'Atelier’s engine is not responding.',
  no_session: 'This page is not connected to Atelier. Open the address that Atelier printed in the terminal.',
} as const satisfies Partial<Record<BridgeErrorCode, string>>

/** A failure whose own words can't be loaded. */
export const unexplained = 'Something failed; the reason can’t be shown now.'
