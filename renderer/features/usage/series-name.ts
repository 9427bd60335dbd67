import type { UsageSeries } from '../../../shared/bridge/usage-views.ts'
import type { UsageWords } from '../../words/usage-words.ts'

/** What a member or a type is called. */
export function seriesName(
  { key, label }: Pick<UsageSeries, 'key' | 'label'>,
  by: 'member' | 'type',
  usage: UsageWords,
): string {
  if (label !== null && label !== '') return label
  if (key !== null && key !== '') return key
  return by === 'member' ? usage.unknownMember : usage.unknownType
}
