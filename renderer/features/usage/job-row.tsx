import { memo } from 'react'
import { posterRoute } from '../../../shared/bridge/media-routes.ts'
import type { UsageRow } from '../../../shared/bridge/usage-views.ts'
import { useCatalog } from '../../shell/atelier-context.tsx'
import { useUsageWords } from '../../words/usage-words.ts'
import styles from './jobs-table.module.css'

interface JobRowProps {
  readonly row: UsageRow
  readonly index: number
  /** In pixels from the start of the list. */
  readonly top: number
  /** Its name, where several are shown together. */
  readonly workspace: string | null
  /** Whether it takes the focus when Tab enters the rows. */
  readonly isTabStop: boolean
  readonly onFocus: (index: number) => void
}

/** One job of the report. */
export const JobRow = memo(function JobRow(props: JobRowProps) {
  const { row, index, top, workspace, isTabStop, onFocus } = props
  const usage = useUsageWords()
  const { jobId, userId, userEmail, type, completedAt, units, run } = row
  const cells = [
    { column: 'time', text: usage.time(completedAt), title: completedAt },
    { column: 'member', text: userEmail ?? userId ?? usage.unknownMember, title: userId ?? '' },
    { column: 'type', text: type ?? usage.unknownType, title: jobId },
    { column: 'units', text: usage.unitCell(units), title: String(units) },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table.
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={isTabStop ? 0 : -1}
      data-row={index}
      onFocus={() => onFocus(index)}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      data-job={jobId}
    >
      {cells.map(({ column, text, title }) => (
        // biome-ignore lint/a11y/useSemanticElements: see the table.
        <div
          key={column}
          role="cell"
          data-verbatim={column !== 'time' || undefined}
          className={styles.cell}
          data-column={column}
          title={title}
        >
          {text}
        </div>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: see the table. */}
      <div role="cell" className={styles.cell} data-column="run">
        {run && <OwnRun run={run} />}
      </div>
      {workspace !== null && (
        // biome-ignore lint/a11y/useSemanticElements: see the table.
        <div role="cell" className={styles.cell} data-column="workspace">
          {usage.workspaceName(workspace)}
        </div>
      )}
    </div>
  )
})

/** The run that the job is, with its own price in dollars. */
function OwnRun({ run }: { readonly run: NonNullable<UsageRow['run']> }) {
  const usage = useUsageWords()
  const label = useCatalog(({ models }) => models?.find(({ id }) => id === run.modelId)?.label ?? run.modelId)
  return (
    <span className={styles.run} title={run.prompt}>
      {run.fileId !== null && <img src={posterRoute(run.fileId)} alt="" />}
      {usage.run(label, usage.price(run.settled))}
    </span>
  )
}
