import { ArrowUpRight } from 'lucide-react'
import { memo } from 'react'
import { posterRoute } from '../../../shared/bridge/media-routes.ts'
import type { UsageRow } from '../../../shared/bridge/usage-views.ts'
import { useAtelier, useCatalog } from '../../shell/atelier-context.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import { shortPrompt } from '../../words/short-prompt.ts'
import { type UsageWords, useUsageWords } from '../../words/usage-words.ts'
import styles from './jobs-table.module.css'
import { typeName } from './type-name.ts'

/** Of what the table says once of all jobs that may be a run of this studio. */
export const maybeOwnNoteId = 'usage-may-be-yours'

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
    { column: 'member', text: userEmail ?? userId ?? usage.noMember, title: userId ?? '' },
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
      aria-keyshortcuts={run?.fileId || maybeUnknownRun ? 'Enter' : undefined}
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
        {originOf(row, isTabStop, usage)}
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

function originOf({ run, maybeUnknownRun }: UsageRow, isTabStop: boolean, usage: UsageWords) {
  if (run) return <OwnRun run={run} isTabStop={isTabStop} />
  if (maybeUnknownRun) return <MaybeOwnRun isTabStop={isTabStop} />
  return (
    <span className={styles.elsewhere} title={usage.elsewhereNote}>
      {usage.elsewhere}
    </span>
  )
}

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

/** The job is no run that is known, but one whose response was lost may be it: leads to those. */
function MaybeOwnRun({ isTabStop }: { readonly isTabStop: boolean }) {
  const usage = useUsageWords()
  const { router } = useAtelier()
  return (
    <Tooltip text={usage.maybeOwnNote}>
      <button
        type="button"
        className={styles.run}
        data-maybe=""
        tabIndex={isTabStop ? 0 : -1}
        aria-describedby={maybeOwnNoteId}
        onClick={() => router.go('spend', 'unknown')}
      >
        <span className={styles.runName}>{usage.maybeOwn}</span>
        <ArrowUpRight aria-hidden="true" />
      </button>
    </Tooltip>
  )
}
