import { ArrowUpRight } from 'lucide-react'
import { memo } from 'react'
import { posterRoute } from '../../../shared/bridge/media-routes.ts'
import type { UsageRow } from '../../../shared/bridge/usage-views.ts'
import { useAtelier, useCatalog } from '../../shell/atelier-context.tsx'
import { shortPrompt } from '../../words/short-prompt.ts'
import { useUsageWords } from '../../words/usage-words.ts'
import styles from './jobs-table.module.css'
import { typeName } from './type-name.ts'

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
  const { jobId, userId, userEmail, type, completedAt, units, run, maybeUnknownRun } = row
  const kind = typeName(type, usage)
  // A name in words is ours, everything else the service's.
  const own = new Set(kind.isKnown ? ['time', 'type'] : ['time'])
  const cells = [
    { column: 'time', text: usage.time(completedAt), title: completedAt },
    { column: 'member', text: userEmail ?? userId ?? usage.unknownMember, title: userId ?? '' },
    { column: 'type', text: kind.name, title: type === null ? jobId : `${type}\n${jobId}` },
    { column: 'units', text: usage.unitCell(units), title: String(units) },
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the table.
    <div
      role="row"
      aria-rowindex={index + 2}
      tabIndex={isTabStop ? 0 : -1}
      data-row={index}
      aria-keyshortcuts={run?.fileId ? 'Enter' : undefined}
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
          data-verbatim={!own.has(column) || undefined}
          className={styles.cell}
          data-column={column}
          title={title}
        >
          {text}
        </div>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: see the table. */}
      <div role="cell" className={styles.cell} data-column="run">
        {run ? <OwnRun run={run} isTabStop={isTabStop} /> : <NoRun maybeUnknown={maybeUnknownRun} />}
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

interface OwnRunProps {
  readonly run: NonNullable<UsageRow['run']>
  readonly isTabStop: boolean
}

/** The run that the job is, with its own price in dollars; it leads to its result. */
function OwnRun({ run, isTabStop }: OwnRunProps) {
  const usage = useUsageWords()
  const { router } = useAtelier()
  const { fileId, hasPoster, prompt } = run
  const label = useCatalog(({ models }) => models?.find(({ id }) => id === run.modelId)?.label ?? run.modelId)
  const words = <span className={styles.runName}>{usage.run(label, usage.price(run.settled))}</span>
  if (fileId === null) {
    return (
      <span className={styles.run} title={prompt}>
        {words}
      </span>
    )
  }
  return (
    <button
      type="button"
      className={styles.run}
      tabIndex={isTabStop ? 0 : -1}
      title={usage.openRun(shortPrompt(prompt))}
      onClick={() => router.go('library', fileId)}
    >
      {hasPoster && <img src={posterRoute(fileId)} alt="" />}
      {words}
      <ArrowUpRight aria-hidden="true" />
    </button>
  )
}

/** The job is no run that is known; one whose response was lost may still be it. */
function NoRun({ maybeUnknown }: { readonly maybeUnknown: boolean }) {
  const usage = useUsageWords()
  return (
    <span className={styles.elsewhere} title={maybeUnknown ? usage.maybeOwnNote : usage.elsewhereNote}>
      {maybeUnknown ? usage.maybeOwn : usage.elsewhere}
    </span>
  )
}
