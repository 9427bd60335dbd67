import { partOnDemand } from '../ui/on-demand.tsx'
import type { PendingListProps } from './pending-list.tsx'

const PendingList = partOnDemand(async () => (await import('./pending-list.tsx')).PendingList)

/** Files being passed to the studio, where there are some: their progress, and a cancel button. */
export function PendingInputs(props: PendingListProps) {
  return props.pending.length === 0 ? null : <PendingList {...props} />
}
