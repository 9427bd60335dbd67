import { memo, useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { UsageDay, UsageSummary } from '../../../shared/bridge/usage-views.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useUsageWords } from '../../words/usage-words.ts'
import { DayChart } from './day-chart.tsx'
import { DayTable } from './day-table.tsx'
import { type SeriesColumn, seriesColumns } from './series-name.ts'
import styles from './usage-chart.module.css'
import type { UsageStore } from './usage-store.ts'

interface UsageByDayProps {
  readonly usage: UsageStore
  readonly summary: UsageSummary
}

/** Units by day as a chart, or as the table that stands behind it. */
export const UsageByDay = memo(function UsageByDay({ usage: usageStore, summary }: UsageByDayProps) {
  const usage = useUsageWords()
  const by = useStore(usageStore.store, (state) => state.by)
  const [view, setView] = useState<'chart' | 'table'>('chart')
  const columns = seriesColumns(summary, by, usage)
  const choose = useCallback(({ date }: UsageDay) => void usageStore.goToDay(date), [usageStore])
  return (
    <section className={styles.section} aria-labelledby="usage-by-day">
      <div className={styles.head}>
        <h2 id="usage-by-day" className={styles.heading}>
          {usage.byDay}
        </h2>
        <Segmented
          label={usage.by}
          options={(['member', 'type'] as const).map((value) => ({ value, label: usage.stack[value] }))}
          value={by}
          onChange={usageStore.stackBy}
        />
        <Segmented
          label={usage.show}
          options={(['chart', 'table'] as const).map((value) => ({ value, label: usage.views[value] }))}
          value={view}
          onChange={setView}
        />
      </div>
      {view === 'table' ? (
        <DayTable summary={summary} columns={columns} onChoose={choose} />
      ) : (
        <>
          <DayChart summary={summary} columns={columns} label={usage.chart(by)} onChoose={choose} />
          <Legend usage={usageStore} summary={summary} columns={columns} />
        </>
      )}
    </section>
  )
})

interface LegendProps extends UsageByDayProps {
  readonly columns: readonly SeriesColumn[]
}

/** The colours with their sums; one of them shows its jobs below. */
function Legend({ usage: usageStore, summary, columns }: LegendProps) {
  const usage = useUsageWords()
  const by = useStore(usageStore.store, (state) => state.by)
  const filter = useStore(usageStore.store, (state) => state.filter)
  return (
    <ul className={styles.legend} aria-label={usage.legend}>
      {summary.series.map(({ key, units }, index) => {
        const isChosen = filter[by] !== undefined && filter[by] === key
        return (
          <li key={columns[index]?.id}>
            <button
              type="button"
              className={styles.entry}
              aria-pressed={isChosen}
              onClick={() => usageStore.filter({ [by]: isChosen ? undefined : key })}
            >
              <span className={styles.swatch} data-series={index} />
              <span className={styles.name}>{columns[index]?.name}</span>
              <span className={styles.sum}>{usage.unitCell(units)}</span>
            </button>
          </li>
        )
      })}
      {summary.others && (
        <li className={styles.entry}>
          <span className={styles.swatch} data-series="others" />
          <span className={styles.name}>{columns.at(-1)?.name}</span>
          <span className={styles.sum}>{usage.unitCell(summary.others.units)}</span>
        </li>
      )}
    </ul>
  )
}
