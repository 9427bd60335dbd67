import { Pause, Play } from 'lucide-react'
import { type KeyboardEvent, memo, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { Thumb } from '../../../media/thumb.tsx'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { useWords } from '../../../words/words-context.tsx'
import styles from './run-list.module.css'
import {
  isAtRest,
  isPartlyHere,
  isTroubled,
  progressOf,
  promptOf,
  readRunPhase,
  savedFiles,
} from './run-phase.ts'
import { priceWords, shortTimeWords, statusWords } from './run-words.ts'
import { type RunsModel, selectedRun } from './runs-store.ts'

/** The runs, newest first. */
export function RunList({ runs: model }: { readonly runs: RunsModel }) {
  const { create, shell, failures } = useWords()
  const state = useStore(model.store)
  const { runs, nextCursor, failure } = state
  const selected = selectedRun(state)
  const moving = runs?.some((run) => !isAtRest(readRunPhase(run))) ?? false
  const now = useNow(moving)
  return (
    <section aria-label={create.runsTitle} className={styles.column}>
      <div className={styles.head}>
        <h2 className={styles.title}>{create.runsTitle}</h2>
        <PauseButton />
      </div>
      {runs === null && !failure && <LoadingRuns />}
      {failure && (
        <div className={styles.message} role="alert">
          <p>
            {create.runsFailed} {failures.sentence(failure)}
          </p>
          <Button onClick={() => void model.refresh()}>{shell.retry}</Button>
        </div>
      )}
      {runs?.length === 0 && <p className={styles.message}>{create.emptyRuns}</p>}
      {runs && runs.length > 0 && (
        <ol className={styles.list} onKeyDown={moveByArrows}>
          {runs.map((run) => (
            <RunRow
              key={run.submissionId}
              run={run}
              now={isAtRest(readRunPhase(run)) ? 0 : now}
              selected={run.submissionId === selected?.submissionId}
              onSelect={model.select}
            />
          ))}
          {nextCursor !== null && <OlderRuns key={nextCursor} onReach={model.loadOlder} />}
        </ol>
      )}
    </section>
  )
}

/** Holds what waits, or lets it go on; runs at the service finish either way. */
function PauseButton() {
  const { create, failures } = useWords()
  const { studio } = useAtelier()
  const notify = useNotify()
  const isPaused = useStudio(({ status }) => status?.hold?.reason === 'paused')

  async function toggle() {
    const result = await (isPaused ? studio.resume() : studio.pause())
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
  }

  return (
    <IconButton
      small
      label={isPaused ? create.resume : create.pause}
      icon={isPaused ? <Play /> : <Pause />}
      onClick={() => void toggle()}
    />
  )
}

interface RunRowProps {
  readonly run: SubmissionView
  readonly now: number
  readonly selected: boolean
  readonly onSelect: (submissionId: string) => void
}

/** Drawn again only when its run, its place or, while it moves, the time is another. */
const RunRow = memo(function RunRow({ run, now, selected, onSelect }: RunRowProps) {
  const words = useWords()
  const row = useRef<HTMLButtonElement>(null)
  const phase = readRunPhase(run)
  const isPartly = isPartlyHere(run)
  const status = isPartly
    ? words.create.filesHere(savedFiles(run).length, run.files.length)
    : statusWords(run, phase, words)
  const prompt = promptOf(run) || words.create.noPrompt
  const progress = progressOf(run, phase)
  const facts = [shortTimeWords(run, phase, now, words), priceWords(run, phase, words)].filter(Boolean)
  useEffect(() => {
    if (selected) row.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [selected])
  return (
    <li>
      <button
        ref={row}
        type="button"
        className={styles.run}
        aria-current={selected}
        onClick={() => onSelect(run.submissionId)}
      >
        <span className={styles.thumb}>
          <Thumb kind={run.kind} file={savedFiles(run)[0] ?? null} alt="" />
        </span>
        <span className={styles.facts}>
          <span className={styles.prompt}>{prompt}</span>
          <span className={styles.status} data-phase={isPartly || isTroubled(phase) ? 'trouble' : undefined}>
            <span className={styles.statusText}>
              {phase === 'here' && !isPartly ? run.modelLabel : status}
            </span>
            {progress !== undefined && progress !== null && (
              <span className={styles.share}>{words.create.share(progress)}</span>
            )}
          </span>
          {progress !== undefined ? (
            <Progress label={status} value={progress} />
          ) : (
            <span className={styles.more}>{facts.join(' · ')}</span>
          )}
          {progress !== undefined && <span className={styles.more}>{facts.join(' · ')}</span>}
        </span>
      </button>
    </li>
  )
})

/** Older runs are read when one comes to the end; the button is for those who come by keys. */
function OlderRuns({ onReach }: { readonly onReach: () => Promise<void> }) {
  const { create } = useWords()
  const end = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void onReach())
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [onReach])
  return (
    <li ref={end} className={styles.older}>
      <Button look="quiet" onClick={() => void onReach()}>
        {create.moreRunsToLoad}
      </Button>
    </li>
  )
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }

/** The arrows go from run to run and show each. */
function moveByArrows(event: KeyboardEvent<HTMLElement>) {
  const step = steps[event.key]
  if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')]
  const next = rows[rows.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.click()
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
