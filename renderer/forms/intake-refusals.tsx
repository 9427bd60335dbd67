import { partOnDemand } from '../ui/on-demand.tsx'
import type { RefusalListProps } from './refusal-list.tsx'

const RefusalList = partOnDemand(async () => (await import('./refusal-list.tsx')).RefusalList)

/** Why files were refused, where some were; shown until the person has read it. */
export function IntakeRefusals(props: RefusalListProps) {
  return props.refusals.length === 0 ? null : <RefusalList {...props} />
}
