import { Tooltip } from '../../ui/tooltip.tsx'
import { useWords } from '../../words/words-context.tsx'
import styles from './spend-view.module.css'
import type { MonthSum } from './summarize.ts'

/** Days that are named under the bars: first of each week, as far as the month goes. */
const labelEvery = 7

/** A bar a day, as high as its cost. */
export function DayBars({ sum }: { readonly sum: MonthSum }) {
  const { spend } = useWords()
  return (
    <div className={styles.chart}>
      <span className={styles.scale}>{spend.roundTotal(sum.largestDay)}</span>
      <ul className={styles.bars}>
        {sum.days.map((day, index) => {
          const label = spend.dayBar(day.date, day.microUsd, day.jobs)
          const share = sum.largestDay > 0 ? day.microUsd / sum.largestDay : 0
          return (
            <li key={day.date}>
              <Tooltip text={label}>
                <span className={styles.day} role="img" aria-label={label}>
                  <span
                    className={styles.fill}
                    data-empty={day.jobs === 0 || undefined}
                    style={{ height: `${share * 100}%` }}
                  />
                </span>
              </Tooltip>
              <span className={styles.tick} aria-hidden="true">
                {index % labelEvery === 0 ? spend.day(day.date) : null}
              </span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
