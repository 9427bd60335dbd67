import { Pause, Play } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { SubmissionView } from '../../../shared/bridge/views.ts'
import { Thumb } from '../../media/thumb.tsx'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useNow } from '../../ui/use-now.ts'
import { useWords } from '../../words/words-context.tsx'
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
        <ol className={styles.list}>
          {runs.map((run) => (
            <RunRow
              key={run.submissionId}
              run={run}
              now={now}
              selected={run.submissionId === selected?.submissionId}
              onSelect={() => model.select(run.submissionId)}
            />
          ))}
          {nextCursor !== null && (
            <li className={styles.older}>
              <Button look="quiet" onClick={() => void model.loadOlder()}>
                {create.moreRunsToLoad}
              </Button>
            </li>
          )}
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
  readonly onSelect: () => void
}

function RunRow({ run, now, selected, onSelect }: RunRowProps) {
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
      <button ref={row} type="button" className={styles.run} aria-current={selected} onClick={onSelect}>
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
