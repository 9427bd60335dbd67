import { useLayoutEffect, useRef, useState } from 'react'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { requestedRatio } from '../../../sheets/shape-of-runs.ts'
import { useStudio } from '../../../shell/atelier-context.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { failureWords } from '../../../words/reason-words.ts'
import { useWords, type Words } from '../../../words/words-context.tsx'
import { isSlow, progressOf, type RunPhase } from '../runs/run-phase.ts'
import { priceWords, statusWords, timeWords } from '../runs/run-words.ts'
import { useAway } from '../runs/use-away.ts'
import styles from './stage.module.css'

interface PendingFrameProps {
  readonly run: SubmissionView
  readonly phase: RunPhase
}

/** A placeholder for a running job, in the result's proportions, with its progress. */
export function PendingFrame({ run, phase }: PendingFrameProps) {
  const words = useWords()
  const now = useNow(true)
  const place = useRef<HTMLDivElement>(null)
  const size = useFittedSize(place, requestedRatio(run))
  const away = useAway(run, phase)
  const progress = away ? undefined : progressOf(run, phase)
  const status = away ? words.create.away[away.state] : statusWords(run, phase, words)
  const share = progress === undefined || progress === null ? null : words.create.share(progress)
  const isPaused = useStudio(({ status }) => status?.hold?.reason === 'paused')
  const broken = phase === 'downloading' ? run.files.find((file) => file.failure !== null) : undefined
  const usual = () =>
    [timeWords(run, phase, now, words), priceWords(run, phase, words)].filter(Boolean).join(' · ')
  const then =
    phase === 'waiting'
      ? waitingWords(run, isPaused, words)
      : broken
        ? restWords(run, failureWords(broken.failure, words), words)
        : phase === 'downloading' && isSlow(run)
          ? words.create.detail.slow
          : away
            ? words.create.awayThen[away.state]
            : usual()
  return (
    <div ref={place} className={styles.place}>
      <div className={styles.pending} style={size ?? { visibility: 'hidden' }}>
        {phase !== 'waiting' && !away && <span className={styles.sheen} />}
        <p className={styles.now}>
          {[status, share, away && words.create.lastSeen(away.lastSeenAt)].filter(Boolean).join(' · ')}
        </p>
        {progress !== undefined && (
          <span className={styles.line}>
            <Progress label={status} value={progress} />
          </span>
        )}
        <p className={styles.then}>{then}</p>
      </div>
    </div>
  )
}

function waitingWords({ absentAccount }: SubmissionView, isPaused: boolean, { create }: Words): string {
  if (absentAccount !== null) return create.detail.waitingElsewhere(absentAccount)
  return isPaused ? create.detail.waitingPaused : create.detail.waiting
}

function restWords({ absentAccount }: SubmissionView, cause: string, { create }: Words): string {
  return absentAccount === null
    ? create.detail.fetchRests(cause)
    : create.detail.fetchRestsElsewhere(cause, absentAccount)
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
