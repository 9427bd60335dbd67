import { useCatalog } from '../../shell/atelier-context.tsx'
import { useWords } from '../../words/words-context.tsx'
import styles from './spend-view.module.css'
import { type MonthSum, mostOf } from './summarize.ts'

/** The cost of each model, the most expensive first. */
export function ModelTable({ sum }: { readonly sum: MonthSum }) {
  const { spend } = useWords()
  const models = useCatalog((state) => state.models)
  const labelOf = (id: string) => models?.find((model) => model.id === id)?.label ?? id
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{spend.model}</th>
          <th scope="col" className={styles.shareHead}>
            <span className="visually-hidden">{spend.share}</span>
          </th>
          <th scope="col" className={styles.number}>
            {spend.jobs}
          </th>
          <th scope="col" className={styles.number}>
            {spend.amount}
          </th>
        </tr>
      </thead>
      <tbody>
        {sum.models.map((model) => (
          <tr key={model.modelId}>
            <th scope="row">{labelOf(model.modelId)}</th>
            <td className={styles.share}>
              {mostOf(model) > 0 && <span style={{ width: `${(mostOf(model) / mostOf(sum)) * 100}%` }} />}
            </td>
            <td className={styles.number}>{spend.jobCount(model.jobs)}</td>
            <td className={styles.number}>
              {model.jobs === model.unlistedJobs ? (
                <span className={styles.quiet}>{spend.onlyUnlisted}</span>
              ) : (
                <span title={spend.sum(model)}>{spend.roundSum(model)}</span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
