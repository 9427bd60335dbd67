import { memo } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { dragFile } from '../../../media/drag-file.ts'
import { LengthBadge } from '../../../media/length-badge.tsx'
import { Thumb } from '../../../media/thumb.tsx'
import { useIsUnreadable } from '../../../media/use-is-unreadable.ts'
import { useOtherAccount } from '../../../shell/use-other-account.ts'
import { Progress } from '../../../ui/progress.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { isUnsent } from './batch-standing.ts'
import styles from './run-list.module.css'
import { isPartlyHere, isTroubled, progressOf, readRunPhase, savedFiles } from './run-phase.ts'
import {
  leftWords,
  priceWords,
  priceWorking,
  rowStatusWords,
  shortTimeWords,
  statusWords,
} from './run-words.ts'
import { useAway } from './use-away.ts'

interface RunRowProps {
  readonly run: SubmissionView
  /** The values that distinguish it from the others. */
  readonly title: string
  /** In milliseconds. */
  readonly now: number
  readonly selected: boolean
  /** Its place in the queue, from 1, and how many wait; null where it doesn't wait. */
  readonly place?: number | null
  readonly waiting?: number
  readonly onSelect: (submissionId: string) => void
}

/** Rendered again only when its run, its position or, while it moves, the time has changed. */
export const RunRow = memo(function RunRow({
  run,
  title,
  now,
  selected,
  place = null,
  waiting = 0,
  onSelect,
}: RunRowProps) {
  const words = useWords()
  const phase = readRunPhase(run)
  const [file] = savedFiles(run)
  const isPartly = isPartlyHere(run)
  const isUnreadable = useIsUnreadable(file ?? null)
  // One that is missing is known by its thumbnail, as in the library.
  const shown = file ?? (phase === 'damaged' ? run.files.find(({ hasPoster }) => hasPoster) : undefined)
  const away = useAway(run, phase)
  const left = leftWords(run, phase, now, words)
  const status = away
    ? words.create.awayShort[away.state]
    : isPartly
      ? words.create.filesHere(savedFiles(run).length, run.files.length)
      : (left ?? rowStatusWords(run, phase, place, waiting, words))
  const progress = away ? undefined : progressOf(run, phase)
  const time = away ? words.create.lastSeen(away.lastSeenAt) : shortTimeWords(run, phase, now, words)
  const price = priceWords(run, phase, words)
  const working = priceWorking(run, words) ?? undefined
  const account = useOtherAccount(run.account)
  const facts = (
    <span className={styles.ends}>
      {price && (
        <span data-whole title={working}>
          {price}
        </span>
      )}
      {run.agent && <span>{run.agent}</span>}
      {account && <span>{account}</span>}
      {time && <span data-whole>{time}</span>}
    </span>
  )
  return (
    <button
      type="button"
      data-row
      data-submission={run.submissionId}
      draggable={file !== undefined || (place !== null && isUnsent(phase))}
      onDragStart={(event) => file && dragFile(event, file)}
      className={styles.run}
      aria-current={selected}
      aria-description={working}
      onClick={() => onSelect(run.submissionId)}
    >
      <span className={styles.thumb}>
        <Thumb kind={run.kind} file={shown ?? null} alt="" />
        {file && <LengthBadge small file={file} />}
      </span>
      <span className={styles.facts}>
        <span data-verbatim className={styles.prompt} title={title}>
          {title}
        </span>
        <span
          className={styles.status}
          data-phase={away || isPartly || isUnreadable || isTroubled(phase) ? 'trouble' : undefined}
        >
          <span
            className={styles.statusText}
            title={
              isUnreadable
                ? words.media.noPreviewWhy
                : left === null
                  ? undefined
                  : statusWords(run, phase, words)
            }
          >
            {phase === 'here' && !isPartly ? (isUnreadable ? words.media.noPreview : run.modelLabel) : status}
          </span>
          {progress !== undefined && progress !== null && (
            <span className={styles.share}>{words.create.share(progress)}</span>
          )}
        </span>
        {progress !== undefined && <Progress label={status} value={progress} />}
        {facts}
      </span>
    </button>
  )
})
