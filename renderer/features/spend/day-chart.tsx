import { useState } from 'react'
import type { SpendDay } from '../../../shared/bridge/spend-views.ts'
import { axisTicks, labelledBars } from '../../reports/axis.ts'
import type { DateRange } from '../../reports/utc-dates.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useSpendWords } from '../../words/spend-words.ts'
import { type Bucket, bucketsOf } from './chart-buckets.ts'
import styles from './day-chart.module.css'
import { SumTable } from './sum-table.tsx'

interface DayChartProps {
  readonly range: DateRange
  readonly days: readonly SpendDay[]
}

const mostLabels = 8

/** What each day, month or year has cost, as bars over an axis or as a table. */
export function DayChart({ range, days }: DayChartProps) {
  const spend = useSpendWords()
  const [isTable, setTable] = useState(false)
  const { unit, buckets } = bucketsOf(range, days)
  return (
    <section>
      <div className={styles.head}>
        <h2 className={styles.heading}>{spend.over[unit]}</h2>
        <Segmented
          label={spend.chartView}
          value={isTable}
          options={[
            { value: false, label: spend.asChart },
            { value: true, label: spend.asTable },
          ]}
          onChange={setTable}
        />
      </div>
      {!isTable && <Bars buckets={buckets} />}
      <div className={isTable ? styles.tableFrame : 'visually-hidden'}>
        <SumTable
          head={spend.when[unit]}
          label={spend.over[unit]}
          rows={(isTable ? buckets.filter(({ jobs }) => jobs > 0) : buckets).map((bucket) => ({
            ...bucket,
            id: bucket.key,
            name: spend.bucket(bucket.key),
          }))}
        />
      </div>
      <p className={styles.footnote}>
        {!isTable && buckets.some(({ upToMicroUsd }) => upToMicroUsd > 0) && (
          <>
            <span className={styles.key} /> {spend.legendSettled} <span className={styles.key} data-open />{' '}
            {spend.legendOpen} ·{' '}
          </>
        )}
        {spend.utc}
      </p>
    </section>
  )
}

/** For the eye: the table behind it says the same to a screen reader. */
function Bars({ buckets }: { readonly buckets: readonly Bucket[] }) {
  const spend = useSpendWords()
  const ticks = axisTicks(Math.max(0, ...buckets.map((one) => one.microUsd + one.upToMicroUsd)), {
    isWhole: true,
  })
  const top = ticks.at(-1) || 1
  const labelled = labelledBars(buckets.length, mostLabels)
  const height = (microUsd: number) => `${(microUsd / top) * 100}%`
  return (
    <div className={styles.chart} aria-hidden="true">
      <ol className={styles.values}>
        {ticks.map((tick) => (
          <li key={tick} style={{ insetBlockEnd: height(tick) }}>
            {spend.exact(tick)}
          </li>
        ))}
      </ol>
      <div className={styles.plot}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.line} style={{ insetBlockEnd: height(tick) }} />
        ))}
        <ol className={styles.bars} data-single={buckets.length === 1 || undefined}>
          {buckets.map((bucket, index) => (
            <li key={bucket.key} data-bar={bucket.key}>
              <Tooltip text={spend.bar(bucket.key, spend.sum(bucket), bucket.jobs)} side="bottom">
                <span className={styles.bar}>
                  <span data-open style={{ height: height(bucket.upToMicroUsd) }} />
                  <span style={{ height: height(bucket.microUsd) }} />
                </span>
              </Tooltip>
              {labelled.has(index) && (
                <span className={styles.tick} data-end={endOf(index, buckets.length)}>
                  {spend.tick(bucket.key)}
                </span>
              )}
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** The outer labels stay inside of the chart. */
function endOf(index: number, count: number): 'first' | 'last' | undefined {
  if (count > 1 && index === count - 1) return 'last'
  return index === 0 && count > 1 ? 'first' : undefined
}
