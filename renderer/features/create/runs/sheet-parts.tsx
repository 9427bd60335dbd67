import { Ban, ChevronRight, Grid2x2 } from 'lucide-react'
import { Fragment, type MouseEvent } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { Thumb } from '../../../media/thumb.tsx'
import { captionOfBatch, captionOfRun, captionsOf, comparedWords } from '../../../sheets/sheet-words.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useOtherAccount } from '../../../shell/use-other-account.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { openIn, standingOf, unsentOf } from './batch-standing.ts'
import { ClearEntry } from './clear-buttons.tsx'
import { isOver } from './cleared-runs.ts'
import type { SheetEntry } from './fold-sheets.ts'
import styles from './run-list.module.css'
import { isAtRest, readRunPhase, savedFiles } from './run-phase.ts'
import { RunRow } from './run-row.tsx'
import { type Away, readAway, sheetPriceWords, standingWords } from './run-words.ts'
import type { QueuePlaces } from './runs-state.ts'
import type { RunsStore } from './runs-store.ts'
import { SendFirst } from './send-first.tsx'
import { useCancel } from './use-cancel.ts'

interface SheetActsProps {
  readonly entry: SheetEntry
  readonly isOpen: boolean
  /** Of the list of its runs, which is there while it is open. */
  readonly rowsId: string
  /** Whether it waits behind others and can be moved before them. */
  readonly isBehind: boolean
  readonly runsStore: RunsStore
}

/** The buttons beside the row of a batch. */
export function SheetActs({ entry, isOpen, rowsId, isBehind, runsStore }: SheetActsProps) {
  const words = useWords()
  const { batchId, runs } = entry
  const cancel = useCancel(runsStore)
  const caption = captionOfBatch(runs, words)
  const unsent = unsentOf(runs).length
  function cancelUnsent({ currentTarget }: MouseEvent) {
    // The button disappears with the canceled runs; its row stays.
    currentTarget.closest('[data-sheet]')?.querySelector<HTMLElement>('[data-row]')?.focus()
    void cancel(batchId)
  }
  return (
    <span className={styles.acts}>
      <IconButton
        small
        label={nameOf(entry, words)}
        icon={<ChevronRight />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? rowsId : undefined}
        onClick={() => runsStore.toggleSheet(batchId)}
      />
      {isOver(runs) && <ClearEntry batchId={batchId} title={caption} runs={runsStore} />}
      {isBehind && <SendFirst batchId={batchId} prompt={caption} count={unsent} runs={runsStore} />}
      {unsent > 0 && (
        <IconButton
          small
          label={stageWordsOf(words).actions.cancelAll(unsent)}
          icon={<Ban />}
          onClick={cancelUnsent}
        />
      )}
    </span>
  )
}

interface SheetRunsProps {
  readonly id: string
  readonly entry: SheetEntry
  readonly selectedId: string | null
  /** In milliseconds. */
  readonly now: number
  readonly queue: QueuePlaces | null
  readonly runsStore: RunsStore
}

/** The runs of an unfolded batch. */
export function SheetRuns({ id, entry, selectedId, now, queue, runsStore }: SheetRunsProps) {
  const words = useWords()
  const { sheet, runs } = entry
  return (
    <ol id={id} className={styles.runs} aria-label={nameOf(entry, words)}>
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
  )
}

function nameOf({ runs }: SheetEntry, words: Words): string {
  return stageWordsOf(words).sheet.runsOfPrompt(captionOfBatch(runs, words))
}

interface SheetStandingProps {
  readonly entry: SheetEntry
  /** Where its first waiting run stands in the queue; null where none waits. */
  readonly place: string | null
}

/** What a batch's row says below its caption. */
export function SheetStanding({ entry: { runs, sheet }, place }: SheetStandingProps) {
  const words = useWords()
  const standing = standingOf(runs)
  const open = openIn(standing.counts)
  const parts = standingWords(standing.counts, words)
  const counts = parts.map(({ text }) => text).join(' · ')
  const models = new Set(runs.map((run) => run.modelLabel))
  const account = useOtherAccount(runs[0]?.account ?? '')
  const price = sheetPriceWords(standing, words)
  const facts = [...(models.size === 1 ? models : []), runs[0]?.agent, account].filter(Boolean)
  const away = useAwayOf(runs)
  const compared = sheet?.axes.map((axis) => comparedWords(axis, words)) ?? []
  const said = [...compared, counts, away && words.create.awayShort[away.state], place].filter(Boolean)
  return (
    <>
      <span className={styles.counts} title={said.join(' · ')}>
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
      <span className={styles.more} title={[price, ...facts].join(' · ')}>
        <span className={styles.price}>{price}</span>
        <span className={styles.rest}>{facts.map((fact) => ` · ${fact}`).join('')}</span>
      </span>
    </>
  )
}

/** Why nothing is known of the runs of a batch that are at the service; null where that isn't so. */
function useAwayOf(runs: readonly SubmissionView[]): Away | null {
  const health = useStudio(({ status }) => status?.service.health ?? null)
  if (!health) return null
  return runs.map((run) => readAway(run, readRunPhase(run), health)).find((away) => away !== null) ?? null
}

const mostTiles = 4

/** Thumbnails of a batch's first results. */
export function SheetMosaic({ runs }: { readonly runs: readonly SubmissionView[] }) {
  const here = runs.filter((run) => savedFiles(run).length > 0).slice(0, mostTiles)
  if (here.length === 0) {
    return (
      <span className={styles.noTiles}>
        <Grid2x2 aria-hidden="true" />
      </span>
    )
  }
  return (
    <span className={styles.tiles} data-tiles={here.length}>
      {here.map((run) => (
        <Thumb key={run.submissionId} kind={run.kind} file={savedFiles(run)[0] ?? null} alt="" />
      ))}
    </span>
  )
}
