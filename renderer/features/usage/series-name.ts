import type { UsageSeries, UsageSummary } from '../../../shared/bridge/usage-views.ts'
import type { UsageWords } from '../../words/usage-words.ts'
import { typeName } from './type-name.ts'

/** What a member or a type is called. */
export function seriesName(
  { key, label }: Pick<UsageSeries, 'key' | 'label'>,
  by: 'member' | 'type',
  usage: UsageWords,
): string {
  if (by === 'type') return typeName(key, usage).name
  if (label !== null && label !== '') return label
  if (key !== null && key !== '') return key
  return usage.noMember
}

/** A series of the chart, or the others. */
export interface SeriesColumn {
  /** Of one member or type: two can have the same name. */
  readonly id: string
  readonly name: string
}

/** The parts of each day in their order: the series, and the others last, where there are others. */
export function seriesColumns(
  { series, others, jobsWithoutMember }: Pick<UsageSummary, 'series' | 'others' | 'jobsWithoutMember'>,
  by: 'member' | 'type',
  usage: UsageWords,
): SeriesColumn[] {
  const withNone = by === 'member' && jobsWithoutMember > 0 && series.every(({ key }) => key !== null)
  return [
    ...series.map((one) => ({ id: JSON.stringify(one.key), name: seriesName(one, by, usage) })),
    ...(others ? [{ id: 'others', name: usage.others(others.series - (withNone ? 1 : 0), withNone) }] : []),
  ]
}
