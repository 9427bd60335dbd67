import { type KeyboardEvent, memo, useRef, useState } from 'react'
import type { UsageDay, UsageSummary } from '../../../shared/bridge/usage-views.ts'
import { axisTicks, labelledBars } from '../../reports/axis.ts'
import { useUsageWords } from '../../words/usage-words.ts'
import type { SeriesColumn } from './series-name.ts'
import styles from './usage-chart.module.css'

interface DayChartProps {
  readonly summary: UsageSummary
  readonly columns: readonly SeriesColumn[]
  readonly label: string
  readonly onChoose: (day: UsageDay) => void
}

const mostLabels = 8

const steps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageUp: -7,
  PageDown: 7,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** A stack for each day; one of them is a tab stop, and the one under pointer or focus says its parts. */
export function DayChart({ summary, columns, label, onChoose }: DayChartProps) {
  const usage = useUsageWords()
  const { days } = summary
  const ticks = axisTicks(Math.max(0, ...days.map(({ units }) => units)))
  const top = ticks.at(-1) || 1
  const bars = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(days.length - 1)
  const [shown, setShown] = useState<number | null>(null)
  const labelled = labelledBars(days.length, mostLabels)
  const tabStop = Math.min(current, days.length - 1)
  const day = shown === null ? undefined : days[shown]

  function move(event: KeyboardEvent) {
    const step = steps[event.key]
    if (step === undefined) return
    event.preventDefault()
    const to = Math.max(0, Math.min(days.length - 1, tabStop + step))
    setCurrent(to)
    bars.current?.querySelectorAll('button')[to]?.focus()
  }

  return (
    <div className={styles.chart}>
      <ol className={styles.axis} aria-hidden="true">
        {ticks.map((tick) => (
          <li key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }}>
            {usage.axis(tick)}
          </li>
        ))}
      </ol>
      <div className={styles.plot}>
        <div className={styles.grid} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ insetBlockEnd: `${(tick / top) * 100}%` }} />
          ))}
        </div>
        <ul
          ref={bars}
          className={styles.bars}
          data-many={days.length > 120 || undefined}
          aria-label={label}
          onKeyDown={move}
          onPointerLeave={() => setShown(null)}
          onBlur={() => setShown(null)}
        >
          {days.map((one, index) => (
            <Bar
              key={one.date}
              day={one}
              index={index}
              top={top}
              hasOthers={summary.others !== null}
              label={usage.daySum(one.date, one.units, one.jobs)}
              isTabStop={index === tabStop}
              onShow={setShown}
              onChoose={onChoose}
              onFocus={setCurrent}
            />
          ))}
        </ul>
        {day && shown !== null && (
          <div
            className={styles.card}
            data-side={shown > days.length / 2 ? 'start' : 'end'}
            style={{ insetInlineStart: `${((shown + 0.5) / days.length) * 100}%` }}
          >
            <p>{usage.daySum(day.date, day.units, day.jobs)}</p>
            <ul>
              {day.parts.map((part, index) =>
                part > 0 ? (
                  <li key={columns[index]?.id}>
                    <span className={styles.swatch} data-series={seriesAt(index, summary)} />
                    {usage.part(columns[index]?.name ?? '', part)}
                  </li>
                ) : null,
              )}
            </ul>
          </div>
        )}
        <ol className={styles.dates} aria-hidden="true">
          {days.map(({ date }, index) =>
            labelled.has(index) ? (
              <li key={date} style={{ insetInlineStart: `${((index + 0.5) / days.length) * 100}%` }}>
                {usage.day(date)}
              </li>
            ) : null,
          )}
        </ol>
      </div>
    </div>
  )
}

function seriesAt(index: number, { series }: UsageSummary): number | 'others' {
  return index < series.length ? index : 'others'
}

interface BarProps {
  readonly day: UsageDay
  readonly index: number
  readonly top: number
  readonly hasOthers: boolean
  readonly label: string
  readonly isTabStop: boolean
  readonly onShow: (index: number) => void
  readonly onChoose: (day: UsageDay) => void
  readonly onFocus: (index: number) => void
}

const Bar = memo(function Bar({
  day,
  index,
  top,
  hasOthers,
  label,
  isTabStop,
  onShow,
  onChoose,
  onFocus,
}: BarProps) {
  const last = day.parts.length - 1
  return (
    <li>
      <button
        type="button"
        className={styles.day}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        onClick={() => onChoose(day)}
        onPointerEnter={() => onShow(index)}
        onFocus={() => {
          onFocus(index)
          onShow(index)
        }}
      >
        <span className={styles.stack} style={{ height: `${(day.units / top) * 100}%` }}>
          {day.parts.map((part, series) =>
            part > 0 ? (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its place among the series.
                key={series}
                data-series={hasOthers && series === last ? 'others' : series}
                style={{ flexGrow: part }}
              />
            ) : null,
          )}
        </span>
      </button>
    </li>
  )
})
