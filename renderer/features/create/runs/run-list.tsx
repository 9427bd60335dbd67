import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { shownKeys, useKeys } from '../../../shell/keys.ts'
import { pauseKey } from '../../../shell/page-commands.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { layerOnDemand, toolsOnDemand, useLayer } from '../../../ui/on-demand.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useWords } from '../../../words/words-context.tsx'
import { stepOfArrow } from './arrow-steps.ts'
import { isOver } from './cleared-runs.ts'
import { isMovable, placeOf } from './fold-sheets.ts'
import styles from './run-list.module.css'
import { isAtRest, promptOf, readRunPhase } from './run-phase.ts'
import { RunRow } from './run-row.tsx'
import { selectedRun } from './runs-state.ts'
import type { RunsStore } from './runs-store.ts'
import { SheetRows } from './sheet-rows.tsx'

const ClearEntry = layerOnDemand(async () => (await import('./clear-buttons.tsx')).ClearEntry)
const SendFirst = layerOnDemand(async () => (await import('./send-first.tsx')).SendFirst)
const queueDrag = toolsOnDemand(async () => (await import('./queue-drag.ts')).createQueueDrag)
const ClearEnded = layerOnDemand(async () => (await import('./clear-buttons.tsx')).ClearEnded)

/** The runs, newest first. */
export function RunList({ runs: runsStore }: { readonly runs: RunsStore }) {
  const { create, shell, failures } = useWords()
  const state = useStore(runsStore.store)
  const { runs, nextCursor, failure, openSheets, readsOn, queue } = state
  const selected = selectedRun(state)
  const dragging = useQueueDrag(runsStore)
  const moving = runs?.some((run) => !isAtRest(readRunPhase(run))) ?? false
  const now = useNow(moving)
  const list = useRef<HTMLOListElement>(null)
  const { commands } = useAtelier()
  function enterSheet(event: KeyboardEvent<HTMLElement>) {
    event.preventDefault()
    if (event.repeat) return
    if (event.target instanceof HTMLElement) event.target.click()
    commands.ask('result')
  }
  const selectedId = selected?.submissionId
  useEffect(() => {
    if (selectedId === undefined) return
    const row = list.current?.querySelector('[aria-current="true"]')
    row?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selectedId])
  return (
    <section aria-label={create.runsTitle} className={styles.column}>
      <div className={styles.head}>
        <h2 className={styles.title}>{create.runsTitle}</h2>
        <span className={styles.headActs}>
          <ClearEnded runs={runsStore} />
          <PauseButton />
        </span>
      </div>
      {runs === null && !failure && <LoadingRuns />}
      {failure && (
        <div className={styles.message} role="alert">
          <p>
            {create.runsFailed} {failures.sentence(failure)}
          </p>
          <Button onClick={() => void runsStore.refresh()}>{shell.retry}</Button>
        </div>
      )}
      {runs?.length === 0 && (
        <p className={styles.message}>{runsStore.hasCleared() ? create.clear.nothing : create.emptyRuns}</p>
      )}
      {runs && (runs.length > 0 || nextCursor !== null) && (
        <ol
          ref={list}
          className={styles.list}
          {...dragging}
          onKeyDown={(event) => {
            clearByKey(event)
            if (isEnterOnSheet(event)) enterSheet(event)
            moveByArrows(event)
          }}
        >
          {runsStore.entries().map((entry) => {
            const place = placeOf(entry, queue?.places)
            const moves = isMovable(entry, queue?.places)
            return entry.kind === 'run' ? (
              <li
                key={entry.run.submissionId}
                className={styles.entry}
                data-waiting={moves ? entry.run.batchId : undefined}
              >
                <RunRow
                  run={entry.run}
                  title={promptOf(entry.run) || create.noPrompt}
                  now={isAtRest(readRunPhase(entry.run)) ? 0 : now}
                  selected={entry.run.submissionId === selected?.submissionId}
                  place={place}
                  waiting={queue?.total ?? 0}
                  onSelect={runsStore.select}
                />
                {moves && place !== null && place > 1 && (
                  <SendFirst
                    batchId={entry.run.batchId}
                    prompt={promptOf(entry.run)}
                    count={1}
                    runs={runsStore}
                  />
                )}
                {isOver([entry.run]) && (
                  <ClearEntry
                    batchId={entry.run.batchId}
                    title={promptOf(entry.run) || create.noPrompt}
                    runs={runsStore}
                  />
                )}
              </li>
            ) : (
              <SheetRows
                key={entry.batchId}
                entry={entry}
                isOpen={openSheets.has(entry.batchId)}
                selectedId={selected?.batchId === entry.batchId ? selected.submissionId : null}
                now={openSheets.has(entry.batchId) ? now : 0}
                queue={queue}
                runsStore={runsStore}
              />
            )
          })}
          {nextCursor !== null && (
            <OlderRuns key={nextCursor} readsOn={readsOn} onReach={runsStore.loadOlder} />
          )}
        </ol>
      )}
    </section>
  )
}

/** The handlers of the list by which its waiting entries are dragged; none until their code is loaded. */
function useQueueDrag(runsStore: RunsStore) {
  const { failures } = useWords()
  const notify = useNotify()
  const createQueueDrag = useLayer(queueDrag)
  const move = useRef<(batchId: string, beforeId: string | null) => Promise<void>>(null)
  move.current = async (batchId, beforeId) => {
    const result = await runsStore.moveBefore(batchId, beforeId)
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }
  return useMemo(
    () => createQueueDrag?.((batchId, beforeId) => void move.current?.(batchId, beforeId)),
    [createQueueDrag],
  )
}

/** Pauses the waiting runs, or resumes them; runs at the service finish either way. */
function PauseButton() {
  const { create, failures, shell } = useWords()
  const { studio } = useAtelier()
  const notify = useNotify()
  const isPaused = useStudio(({ status }) => status?.hold?.reason === 'paused')

  async function toggle() {
    const result = await (isPaused ? studio.resume() : studio.pause())
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }

  useKeys([{ ...pauseKey, once: true, run: () => void toggle() }])
  return (
    <IconButton
      small
      label={isPaused ? create.resume : create.pause}
      shortcut={shownKeys(pauseKey, shell.keyNames).join(' ')}
      icon={isPaused ? <Play /> : <Pause />}
      onClick={() => void toggle()}
    />
  )
}

interface OlderRunsProps {
  /** Also on scrolling to the end. */
  readonly readsOn: boolean
  readonly onReach: () => Promise<void>
}

/** Older runs are read on scrolling to the end; the button is for keyboard users. */
function OlderRuns({ readsOn, onReach }: OlderRunsProps) {
  const { create } = useWords()
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!end.current || !readsOn) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void onReach())
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [readsOn, onReach])
  return (
    <li ref={end} className={styles.older}>
      <Button look="quiet" onClick={() => void onReach()}>
        {create.moreRunsToLoad}
      </Button>
    </li>
  )
}

/** The arrows move from run to run and show each. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = stepOfArrow(event)
  if (step === 0) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  // From a button beside a row they continue from that row.
  const here = (event.target as HTMLElement).closest('li')?.querySelector<HTMLElement>('[data-row]')
  const next = here && rows[rows.indexOf(here) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
}

/** Whether Enter was pressed on the row of a whole sheet, not on one of its runs or a button beside it. */
function isEnterOnSheet({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent<HTMLElement>): boolean {
  if (key !== 'Enter' || ctrlKey || metaKey || altKey) return false
  return target instanceof Element && target.matches('[data-sheet] [data-row]:not([data-submission])')
}

function LoadingRuns() {
  return (
    <div className={styles.loading}>
      <Skeleton height={64} />
      <Skeleton height={64} />
      <Skeleton height={64} />
    </div>
  )
}

/**
 * Delete clears the entry of the row that has the focus, where it has ended. On a run that waits it cancels, which
 * is left to the stage: it reaches that only from the row of the run that is there.
 */
function clearByKey(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Delete') return
  const entry = event.target instanceof Element ? event.target.closest('li') : null
  const row = entry?.querySelector('[data-row]')
  const clear = entry?.querySelector<HTMLElement>('[data-clear]')
  const isFolded = row?.matches(':not([data-submission])')
  if (clear || isFolded || event.repeat) event.stopPropagation()
  if (!event.repeat) clear?.click()
}
