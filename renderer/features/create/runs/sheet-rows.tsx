import { Ban, ChevronRight, Grid2x2 } from 'lucide-react'
import { Fragment, memo, useEffect, useId, useRef } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { Thumb } from '../../../media/thumb.tsx'
import { captionOfBatch, captionOfRun, captionsOf, comparedWords } from '../../../sheets/sheet-words.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useOtherAccount } from '../../../shell/use-other-account.ts'
import { IconButton } from '../../../ui/button.tsx'
import { joinClasses } from '../../../ui/join-classes.ts'
import { Progress } from '../../../ui/progress.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { openIn, standingOf, unsentOf } from './batch-standing.ts'
import { ClearEntry } from './clear-buttons.tsx'
import { isOver } from './cleared-runs.ts'
import { isMovable, placeOf, type SheetEntry } from './fold-sheets.ts'
import styles from './run-list.module.css'
import { isAtRest, readRunPhase, savedFiles } from './run-phase.ts'
import { RunRow } from './run-row.tsx'
import { type Away, readAway, sheetPriceWords, standingWords } from './run-words.ts'
import type { QueuePlaces } from './runs-state.ts'
import type { RunsStore } from './runs-store.ts'
import { SendFirst } from './send-first.tsx'
import { useCancel } from './use-cancel.ts'

interface SheetRowsProps {
  readonly entry: SheetEntry
  readonly isOpen: boolean
  /** The run of this sheet that is on the stage; null where something else is. */
  readonly selectedId: string | null
  /** In milliseconds; 0 where no row shows the time. */
  readonly now: number
  readonly queue: QueuePlaces | null
  readonly runsStore: RunsStore
}

/** A contact sheet, or another batch, as one entry of the list, and its runs where it is unfolded. */
export const SheetRows = memo(function SheetRows({
  entry,
  isOpen,
  selectedId,
  now,
  queue,
  runsStore,
}: SheetRowsProps) {
  const words = useWords()
  const rowsId = useId()
  const { batchId, sheet, runs } = entry
  const place = useSeenWhenFolded(isOpen)
  const cancel = useCancel(runsStore)
  const unsent = unsentOf(runs).length
  const caption = captionOfBatch(runs, words)
  const name = stageWordsOf(words).sheet.runsOfPrompt(caption)
  const queuePlace = placeOf(entry, queue?.places)
  const moves = isMovable(entry, queue?.places)
  return (
    <li ref={place} data-sheet data-open={isOpen || undefined} data-waiting={moves ? batchId : undefined}>
      <div className={styles.sheet} data-acts={unsent > 0 || isOver(runs) || undefined}>
        <SheetRow
          entry={entry}
          caption={caption}
          place={queuePlace === null ? null : words.create.queue.from(queuePlace)}
          moves={moves}
          selected={selectedId !== null && !isOpen}
          onSelect={() => runsStore.showSheet(batchId)}
        />
        <span className={styles.acts}>
          <IconButton
            small
            label={name}
            icon={<ChevronRight />}
            aria-expanded={isOpen}
            aria-controls={isOpen ? rowsId : undefined}
            onClick={() => runsStore.toggleSheet(batchId)}
          />
          {isOver(runs) && <ClearEntry batchId={batchId} title={caption} runs={runsStore} />}
          {moves && queuePlace !== null && queuePlace > 1 && (
            <SendFirst batchId={batchId} prompt={caption} count={unsent} runs={runsStore} />
          )}
          {unsent > 0 && (
            <IconButton
              small
              label={words.create.actions.cancelAll(unsent)}
              icon={<Ban />}
              onClick={() => {
                // The button disappears with the canceled runs; its row stays.
                place.current?.querySelector<HTMLElement>('[data-row]')?.focus()
                void cancel(batchId)
              }}
            />
          )}
        </span>
      </div>
      {isOpen && (
        <ol id={rowsId} className={styles.runs} aria-label={name}>
          {runs.map((run, at) => (
            <li key={run.submissionId}>
              <RunRow
                run={run}
                title={sheet ? captionsOf(sheet.axes, run, words).join(', ') : captionOfRun(runs, at, words)}
                now={isAtRest(readRunPhase(run)) ? 0 : now}
                selected={run.submissionId === selectedId}
                place={queue?.places.get(run.submissionId) ?? null}
                waiting={queue?.total ?? 0}
                onSelect={runsStore.select}
              />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
})

/** Folding while scrolled far down would leave the sheet above the visible part. */
function useSeenWhenFolded(isOpen: boolean) {
  const place = useRef<HTMLLIElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen) place.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    wasOpen.current = isOpen
  }, [isOpen])
  return place
}

interface SheetRowProps {
  readonly entry: SheetEntry
  readonly caption: string
  /** Where its first waiting run stands in the queue; null where none waits. */
  readonly place: string | null
  /** Whether it can be moved in the queue. */
  readonly moves: boolean
  readonly selected: boolean
  readonly onSelect: () => void
}

function SheetRow({ entry: { runs, sheet }, caption, place, moves, selected, onSelect }: SheetRowProps) {
  const words = useWords()
  const standing = standingOf(runs)
  const open = openIn(standing.counts)
  const parts = standingWords(standing.counts, words)
  const counts = parts.map(({ text }) => text).join(' · ')
  const models = new Set(runs.map((run) => run.modelLabel))
  const account = useOtherAccount(runs[0]?.account ?? '')
  const facts = [
    runs[0]?.agent,
    account,
    sheetPriceWords(standing, words),
    ...(models.size === 1 ? models : []),
  ].filter(Boolean)
  const away = useAwayOf(runs)
  const compared = sheet?.axes.map((axis) => comparedWords(axis, words)) ?? []
  return (
    <button
      type="button"
      data-row
      draggable={moves}
      className={styles.run}
      aria-current={selected}
      onClick={onSelect}
    >
      <Mosaic runs={runs} />
      <span className={styles.facts}>
        <span data-verbatim className={joinClasses(styles.prompt, styles.caption)}>
          {caption}
        </span>
        <span className={styles.counts}>
          {compared.map((text) => `${text} · `)}
          {parts.map((part, at) => (
            <Fragment key={part.standing}>
              {at > 0 && ' · '}
              <span data-trouble={standing.troubled.has(part.standing) || undefined}>{part.text}</span>
            </Fragment>
          ))}
          {away && (
            <>
              {' · '}
              <span data-trouble>{words.create.awayShort[away.state]}</span>
            </>
          )}
          {place !== null && ` · ${place}`}
        </span>
        {open > 0 && !away && <Progress label={counts} value={1 - open / runs.length} />}
        <span className={styles.more}>{facts.join(' · ')}</span>
      </span>
    </button>
  )
}

/** Why nothing is known of the runs of a batch that are at the service; null where that isn't so. */
function useAwayOf(runs: readonly SubmissionView[]): Away | null {
  const health = useStudio(({ status }) => status?.service.health ?? null)
  if (!health) return null
  return runs.map((run) => readAway(run, readRunPhase(run), health)).find((away) => away !== null) ?? null
}

const mostTiles = 4

/** Thumbnails of a sheet's first results. */
function Mosaic({ runs }: { readonly runs: readonly SubmissionView[] }) {
  const here = runs.filter((run) => savedFiles(run).length > 0).slice(0, mostTiles)
  return (
    <span className={styles.thumb}>
      {here.length === 0 ? (
        <span className={styles.noTiles}>
          <Grid2x2 aria-hidden="true" />
        </span>
      ) : (
        <span className={styles.tiles} data-tiles={here.length}>
          {here.map((run) => (
            <Thumb key={run.submissionId} kind={run.kind} file={savedFiles(run)[0] ?? null} alt="" />
          ))}
        </span>
      )}
    </span>
  )
}
