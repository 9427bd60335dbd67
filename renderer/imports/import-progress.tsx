import { type ReactNode, useEffect, useRef } from 'react'
import type { ImportView } from '../../shared/bridge/import-procedures.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/progress.tsx'
import { type ImportWords, useImportWords } from '../words/import-words.ts'
import styles from './import-dialog.module.css'

/** How far an import is, whatever is taken in. */
export interface ShownImport extends Pick<ImportView, 'state' | 'total' | 'done'> {
  readonly refused: {
    readonly count: number
    /** The first of them. */
    readonly files: readonly { readonly name: string; readonly why: keyof ImportWords['why'] }[]
  }
}

/** What can be done once it has ended. */
export interface WayOn {
  readonly label: string
  readonly isMain: boolean
  readonly run: () => void
}

interface ImportProgressProps {
  readonly view: ShownImport
  /** How far it is, or how it ended. */
  readonly text: string
  /** What closing the dialog does while it runs. */
  readonly hint: string
  readonly ways: readonly WayOn[]
  readonly onCancel: () => void
  readonly onClose: () => void
  /** Whether it goes on once the dialog is closed. */
  readonly outlastsDialog: boolean
}

export function ImportProgress(props: ImportProgressProps) {
  const { view, text, hint, ways, onCancel, onClose, outlastsDialog } = props
  const words = useImportWords()
  const { state, done, total, refused } = view
  const isRunning = state === 'running'
  const way = useRef<HTMLButtonElement>(null)
  // Each end has its own way on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the button of one state is gone with it.
  useEffect(() => way.current?.focus(), [state])
  const close: ReactNode = (
    <Button
      {...(state !== 'failed' && { ref: way })}
      type="button"
      look={state === 'failed' || isRunning ? 'plain' : 'primary'}
      onClick={onClose}
    >
      {words.close}
    </Button>
  )
  return (
    <div className={styles.form}>
      {isRunning && <Progress label={text} value={total === 0 ? null : done / total} />}
      <p role="status" className={state === 'failed' ? styles.problem : undefined}>
        {text}
      </p>
      {isRunning && <p className={styles.hint}>{hint}</p>}
      {refused.count > 0 && (
        <section className={styles.refused}>
          <h3 className={styles.hint}>{words.refused(refused.count)}</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls. */}
          <ul tabIndex={0} aria-label={words.refused(refused.count)}>
            {refused.files.map(({ name, why }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: files of two folders may share a name, and none moves.
              <li key={index}>
                <span data-verbatim>{name}</span>: {words.why[why]}
              </li>
            ))}
            {refused.count > refused.files.length && (
              <li>{words.more(refused.count - refused.files.length)}</li>
            )}
          </ul>
        </section>
      )}
      <footer className={styles.actions}>
        {isRunning && (
          <Button {...(!outlastsDialog && { ref: way })} type="button" onClick={onCancel}>
            {words.stop}
          </Button>
        )}
        {state === 'failed' && close}
        {!isRunning &&
          ways.map(({ label, isMain, run }) => (
            <Button
              key={label}
              {...(isMain && { ref: way })}
              type="button"
              look={isMain ? 'primary' : 'plain'}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        {state !== 'failed' && (!isRunning || outlastsDialog) && close}
      </footer>
    </div>
  )
}
