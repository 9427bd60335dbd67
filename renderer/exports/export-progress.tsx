import { type Ref, useEffect, useRef } from 'react'
import type { ExportView } from '../../shared/bridge/export-procedures.ts'
import { Button } from '../ui/button.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { Progress } from '../ui/progress.tsx'
import { type ExportWords, useExportWords } from '../words/export-words.ts'
import type { Words } from '../words/words-context.tsx'
import { useWords } from '../words/words-context.tsx'
import styles from './export-dialog.module.css'
import type { ExportStore } from './export-store.ts'

interface ExportProgressProps {
  readonly exports: Pick<ExportStore, 'cancel' | 'reset'> & { start(): Promise<unknown> }
  readonly view: ExportView
  /** What is said once it was canceled; absent: how many files are in the folder. */
  readonly cancelled?: string
  /** The first of its buttons. */
  readonly first?: Ref<HTMLButtonElement>
  readonly onClose: () => void
}

/** How far an export into a folder is, and how it ended. */
export function ExportProgress({ exports, view, cancelled, first = null, onClose }: ExportProgressProps) {
  const words = useExportWords()
  const all = useWords()
  const { state, done, total, left } = view
  const isRunning = state === 'running'
  const ways = useRef<HTMLElement>(null)
  // Each state has its own way on, the last one; the button of the one before is gone with it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as said.
  useEffect(() => ways.current?.querySelector<HTMLElement>('button:last-child')?.focus(), [state])
  return (
    <div className={styles.form}>
      {isRunning && <Progress label={words.running(view)} value={total === 0 ? null : done / total} />}
      <p role="status" className={joinClasses(state === 'failed' && styles.problem)}>
        {state === 'cancelled' && cancelled ? cancelled : textOf(view, words, all)}
      </p>
      {isRunning && <p className={styles.hint}>{words.runningHint}</p>}
      {left.count > 0 && <p className={joinClasses(styles.hint, styles.problem)}>{words.left(left)}</p>}
      <footer ref={ways} className={styles.actions}>
        {isRunning && (
          <Button ref={first} type="button" onClick={() => void exports.cancel()}>
            {words.stop}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <Button ref={first} type="button" onClick={exports.reset}>
            {words.back}
          </Button>
        )}
        {state === 'failed' && (
          <Button type="button" look="primary" onClick={() => void exports.start()}>
            {words.again}
          </Button>
        )}
        {state !== 'failed' && (
          <Button
            ref={state === 'done' ? first : null}
            type="button"
            look={isRunning ? 'plain' : 'primary'}
            onClick={onClose}
          >
            {words.close}
          </Button>
        )}
      </footer>
    </div>
  )
}

function textOf(view: ExportView, words: ExportWords, all: Words): string {
  if (view.state === 'running') return words.running(view)
  if (view.state === 'done') return words.done(view)
  return view.state === 'cancelled' ? words.cancelled(view) : words.failed(view, reasonOf(view, words, all))
}

function reasonOf({ failure, folder }: ExportView, words: ExportWords, all: Words): string {
  if (failure === null) return words.interrupted
  if (failure === 'relative' || failure === 'no_folder') return words.folderProblems[failure](folder)
  if (typeof failure === 'string') return failure
  return failure.code === 'storage' ? words.problems[failure.kind] : all.reasons.sentence(failure)
}
