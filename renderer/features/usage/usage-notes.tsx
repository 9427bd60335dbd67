import { useUsageWords } from '../../words/usage-words.ts'
import styles from './usage-view.module.css'

/** What the numbers hold and what they don't, in words. */
export function UsageNotes() {
  const usage = useUsageWords()
  return (
    <section className={styles.notes}>
      <div>
        <h2 className={styles.heading}>{usage.leavesOut}</h2>
        <ul>
          {usage.omitted.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </div>
      <div>
        <h2 className={styles.heading}>{usage.howToRead}</h2>
        <p>{usage.notInvoice}</p>
        <p>{usage.takes}</p>
        <p>{usage.limits}</p>
        <p>{usage.backfill}</p>
        <p>{usage.dollars}</p>
      </div>
    </section>
  )
}
