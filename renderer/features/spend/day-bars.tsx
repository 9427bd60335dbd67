import { Tooltip } from '../../ui/tooltip.tsx'
import { useWords } from '../../words/words-context.tsx'
import styles from './spend-view.module.css'
import { type MonthSum, mostOf } from './summarize.ts'

/** Labelled days under the bars: the first of each week of the month. */
const labelEvery = 7

/** One bar per day, as high as its cost. */
export function DayBars({ sum }: { readonly sum: MonthSum }) {
  const { spend } = useWords()
  return (
    <div className={styles.chart}>
      {sum.largestDay > 0 && (
        <span className={styles.scale} title={spend.exact(sum.largestDay)}>
          {spend.roundTotal(sum.largestDay)}
        </span>
      )}
      <ul className={styles.bars}>
        {sum.days.map((day, index) => {
          const label = spend.dayBar(day.date, spend.sum(day), day.jobs)
          const share = sum.largestDay > 0 ? mostOf(day) / sum.largestDay : 0
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
