import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { FileView, StudioStatus, SubmissionView } from '../../../../shared/bridge/views.ts'
import { defaultRatio, statedRatio } from '../../../sheets/shape-of-runs.ts'
import { startImageOf } from '../../../sheets/start-image.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { useAccountLabel } from '../../../shell/use-account-label.ts'
import { Progress } from '../../../ui/progress.tsx'
import { useNow } from '../../../ui/use-now.ts'
import type { AccountLabel } from '../../../words/account-label.ts'
import { failureWords } from '../../../words/reason-words.ts'
import { stageWordsOf } from '../../../words/stage-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { isSlow, progressOf, type RunPhase } from '../runs/run-phase.ts'
import { leftWords, priceWords, statusWords, timeWords } from '../runs/run-words.ts'
import { useAway } from '../runs/use-away.ts'
import { useRunsBefore } from '../runs/use-runs-before.ts'
import { Beneath } from './beneath.tsx'
import styles from './stage.module.css'
import { SwitchAccount } from './switch-account.tsx'

interface PendingFrameProps {
  readonly run: SubmissionView
  readonly phase: RunPhase
  /** The proportion that such results had before; null where none is known. */
  readonly usual: number | null
}

/** A placeholder for a running job, in the result's proportions, with its progress. */
export function PendingFrame({ run, phase, usual }: PendingFrameProps) {
  const words = useWords()
  const now = useNow(true)
  const place = useRef<HTMLDivElement>(null)
  const start = useMemo(() => startImageOf(run), [run])
  const size = useFittedSize(place, useRatio(run, start, usual))
  const away = useAway(run, phase)
  const runsBefore = useRunsBefore(run, phase)
  const progress = away ? undefined : progressOf(run, phase)
  const status = away ? words.create.away[away.state] : statusWords(run, phase, words)
  const left = away ? null : leftWords(run, phase, now, words)
  const share = progress === undefined || progress === null ? null : words.create.share(progress)
  const labelOf = useAccountLabel()
  const absent = run.absentAccount === null ? null : labelOf(run.absentAccount)
  const hold = useStudio(({ status }) => holdIn(status))
  const broken = phase === 'downloading' ? run.files.find((file) => file.failure !== null) : undefined
  const facts = () =>
    [timeWords(run, phase, now, words), priceWords(run, phase, words)].filter(Boolean).join(' · ')
  const then =
    phase === 'waiting'
      ? waitingWords(absent, runsBefore, hold, words)
      : broken
        ? restWords(absent, broken, now, words)
        : phase === 'downloading' && isSlow(run)
          ? stageWordsOf(words).slow
          : away
            ? [
                stageWordsOf(words).awayThen[phase === 'sending' ? phase : away.state],
                priceWords(run, phase, words),
              ]
                .filter(Boolean)
                .join(' ')
            : facts()
  return (
    <div ref={place} className={styles.place}>
      <div className={styles.pending} style={size ?? { visibility: 'hidden' }}>
        <Beneath source={start} />
        {phase !== 'waiting' && !away && <span className={styles.sheen} />}
        <p className={styles.now} title={left === null ? undefined : status}>
          {[left ?? status, share, away && words.create.lastSeen(away.lastSeenAt)]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {progress !== undefined && (
          <span className={styles.line}>
            <Progress label={status} value={progress} />
          </span>
        )}
        <p data-verbatim className={styles.then}>
          {then}
        </p>
        {run.absentAccount !== null && <SwitchAccount accountId={run.absentAccount} />}
        {isSent(phase) && <p className={styles.then}>{stageWordsOf(words).cannotCancel}</p>}
      </div>
    </div>
  )
}

/** Whether its job can only be waited for: no Cancel is offered, and the frame says why (JOB102). */
function isSent(phase: RunPhase): boolean {
  return phase === 'sending' || phase === 'accepted' || phase === 'running'
}

/** What keeps the queue; a service that is out of reach does before that is tried for the next run (JOB300). */
function holdIn(status: StudioStatus | null): NonNullable<StudioStatus['hold']>['reason'] | null {
  if (!status) return null
  return status.hold?.reason ?? (status.service.health.state === 'unreachable' ? 'unreachable' : null)
}

function waitingWords(
  absent: AccountLabel | null,
  runsBefore: number | null,
  hold: NonNullable<StudioStatus['hold']>['reason'] | null,
  words: Words,
): string {
  const stage = stageWordsOf(words)
  if (absent !== null) return stage.waitingElsewhere(absent)
  const then = hold === null ? stage.waiting : hold === 'paused' ? stage.waitingPaused : stage.waitingHeld
  return runsBefore ? `${stage.runsBefore(runsBefore)} ${then}` : then
}

function restWords(
  absent: AccountLabel | null,
  { failure, retryAt }: FileView,
  now: number,
  words: Words,
): string {
  const stage = stageWordsOf(words)
  const cause = failureWords(failure, words)
  if (absent !== null) return stage.fetchRestsElsewhere(cause, absent)
  return stage.fetchRests(cause, retryAt === null ? null : (Date.parse(retryAt) - now) / 1000)
}

/** The largest box of this proportion that fits the element. */
function useFittedSize(place: { readonly current: HTMLElement | null }, ratio: number) {
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const read = () => setRoom({ width: element.clientWidth, height: element.clientHeight })
    const observer = new ResizeObserver(read)
    observer.observe(element)
    read()
    return () => observer.disconnect()
  }, [place])
  if (!room) return null
  const width = Math.min(room.width, room.height * ratio)
  return { width, height: width / ratio }
}

/** The requested proportion; where none is, that of the start image, else the usual one. */
function useRatio(run: SubmissionView, start: string | null, usual: number | null): number {
  const requested = statedRatio(run)
  const ofStart = useImageRatio(requested === null ? start : null)
  return requested ?? ofStart ?? usual ?? defaultRatio(run.kind)
}

/** An image's proportion; null until it is read, or where it can't be. */
function useImageRatio(source: string | null): number | null {
  const [read, setRead] = useState<{ source: string; ratio: number } | null>(null)
  useEffect(() => {
    if (source === null) return
    const image = new Image()
    let current = true
    image.src = source
    image.decode().then(
      () => current && setRead({ source, ratio: image.naturalWidth / image.naturalHeight }),
      () => {},
    )
    return () => {
      current = false
    }
  }, [source])
  return read?.source === source ? read.ratio : null
}
