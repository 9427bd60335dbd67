import type { StudioStatus } from '../../shared/bridge/views.ts'

/** How results arrive, for the rail: as the person chose, or differently. */
export type DeliveryState = 'polling' | 'webhook' | 'missing' | 'portInUse' | 'portRefused' | 'noAddress'

/** The states in which results don't arrive as the person chose; polling continues in each. */
export const troubledDeliveries: ReadonlySet<DeliveryState> = new Set([
  'missing',
  'portInUse',
  'portRefused',
  'noAddress',
])

const closed = { off: 'polling', port_in_use: 'portInUse', port_refused: 'portRefused' } as const

export function readDeliveryState({ receiver }: Pick<StudioStatus, 'receiver'>): DeliveryState {
  if (receiver.state !== 'listening') return closed[receiver.state]
  if (receiver.address === null) return 'noAddress'
  return receiver.missedAt === null ? 'webhook' : 'missing'
}
