import { memo, useEffect, useId, useRef } from 'react'
import { captionOfBatch } from '../../../sheets/sheet-words.ts'
import { layerOnDemand, partOnDemand } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useWords } from '../../../words/words-context.tsx'
import { unsentOf } from './batch-standing.ts'
import { isMovable, type SheetEntry, waitingPlaceOf } from './fold-sheets.ts'
import styles from './run-list.module.css'
import type { QueuePlaces } from './runs-state.ts'
import type { RunsStore } from './runs-store.ts'

// The row itself is what keys and clicks reach: it is there from the first moment. What it says is not.
const SheetMosaic = layerOnDemand(async () => (await import('./sheet-parts.tsx')).SheetMosaic)
const SheetStanding = layerOnDemand(async () => (await import('./sheet-parts.tsx')).SheetStanding)
const SheetActs = layerOnDemand(async () => (await import('./sheet-parts.tsx')).SheetActs)
const SheetRuns = partOnDemand(
  async () => (await import('./sheet-parts.tsx')).SheetRuns,
  <Skeleton height={64} />,
)

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
  const { batchId, runs } = entry
  const entryRef = useSeenWhenFolded(isOpen)
  const place = waitingPlaceOf(entry, queue?.places)
  const moves = isMovable(entry, queue?.places)
  const caption = captionOfBatch(runs, words)
  return (
    <li ref={entryRef} data-sheet data-open={isOpen || undefined} data-waiting={moves ? batchId : undefined}>
      <div className={styles.sheet} data-acts={unsentOf(runs).length > 0 || undefined}>
        <button
          type="button"
          data-row
          draggable={moves}
          className={styles.run}
          aria-current={selectedId !== null && !isOpen}
          onClick={() => runsStore.showSheet(batchId)}
        >
          <span className={styles.thumb}>
            <SheetMosaic runs={runs} />
          </span>
          <span className={styles.facts}>
            <span data-verbatim className={styles.prompt} title={caption}>
              {caption}
            </span>
            <SheetStanding entry={entry} place={place === null ? null : words.create.queue.from(place)} />
          </span>
        </button>
        <SheetActs
          entry={entry}
          isOpen={isOpen}
          rowsId={rowsId}
          isBehind={place !== null && place > 1}
          runsStore={runsStore}
        />
      </div>
      {isOpen && (
        <SheetRuns
          id={rowsId}
          entry={entry}
          selectedId={selectedId}
          now={now}
          queue={queue}
          runsStore={runsStore}
        />
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
