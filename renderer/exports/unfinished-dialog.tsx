import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { UnfinishedExport } from '../../shared/bridge/export-procedures.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { joinClasses } from '../ui/join-classes.ts'
import { useExportWords } from '../words/export-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './export-dialog.module.css'
import { ExportProgress } from './export-progress.tsx'
import { createUnfinishedStore, type UnfinishedStore } from './unfinished-store.ts'

/** Continues exports that were stopped or killed, or forgets them. */
export function UnfinishedDialog() {
  const { collecting } = useAtelier()
  return useStore(collecting, ({ isContinuing }) => isContinuing) && <OpenDialog />
}

function OpenDialog() {
  const { bridge, collecting } = useAtelier()
  const { unfinished: words } = useExportWords()
  const [unfinished, setUnfinished] = useState<UnfinishedStore | null>(null)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const made = createUnfinishedStore(bridge)
    setUnfinished(made)
    return made.close
  }, [bridge])
  const close = () => collecting.setState({ isContinuing: false })
  return unfinished && <Shown unfinished={unfinished} title={words.title} first={first} onClose={close} />
}

interface ShownProps {
  readonly unfinished: UnfinishedStore
  readonly title: string
  readonly first: React.RefObject<HTMLButtonElement | null>
  readonly onClose: () => void
}

function Shown({ unfinished, title, first, onClose }: ShownProps) {
  const { failures } = useWords()
  const words = useExportWords()
  const { collecting } = useAtelier()
  const { exports, view, failure, isBusy } = useStore(unfinished.store)
  const last = useRef<HTMLButtonElement>(null)
  const isOpen = exports !== null || failure !== null
  const wasOpen = useRef(false)
  // A step takes the button away that was pressed for it, and so does the end of an export.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what has changed can have lost the focus.
  useLayoutEffect(() => {
    if (wasOpen.current && document.activeElement === document.body) (first.current ?? last.current)?.focus()
    wasOpen.current = isOpen
  }, [isOpen, exports, view?.state])
  useEffect(() => {
    if (exports) collecting.setState({ unfinished: exports.length })
  }, [exports, collecting])
  return (
    <Dialog open={isOpen} onClose={onClose} title={title} firstFocus={first}>
      {view ? (
        <ExportProgress exports={unfinished} view={view} first={first} onClose={onClose} />
      ) : (
        <div className={styles.form}>
          {exports && <p className={styles.hint}>{words.unfinished.hint(exports.length)}</p>}
          <ul className={styles.unfinished}>
            {exports?.map((one, index) => (
              <Row
                key={one.key}
                one={one}
                first={index === 0 ? first : null}
                isBusy={isBusy}
                onContinue={() => void unfinished.resume(one.key)}
                onForget={() => void unfinished.forget(one.key)}
              />
            ))}
          </ul>
          {failure && (
            <p role="alert" className={joinClasses(styles.hint, styles.problem)}>
              {failure.code === 'not_possible_now' && !failure.cause
                ? words.busy
                : failures.sentence(failure)}
            </p>
          )}
          <footer className={styles.actions}>
            <Button ref={last} type="button" onClick={onClose}>
              {words.close}
            </Button>
          </footer>
        </div>
      )}
    </Dialog>
  )
}

interface RowProps {
  readonly one: UnfinishedExport
  readonly first: React.RefObject<HTMLButtonElement | null> | null
  readonly isBusy: boolean
  readonly onContinue: () => void
  readonly onForget: () => void
}

function Row({ one, first, isBusy, onContinue, onForget }: RowProps) {
  const { unfinished: words } = useExportWords()
  const busy = { disabled: isBusy, focusableWhenDisabled: true }
  return (
    <li className={styles.unfinishedRow}>
      <p>
        <span data-verbatim>{one.folder}</span>
        <span className={styles.hint}>{words.state(one)}</span>
      </p>
      <Button {...busy} type="button" aria-label={words.forgetOf(one)} onClick={onForget}>
        {words.forget}
      </Button>
      <Button
        {...busy}
        ref={first}
        type="button"
        look="primary"
        aria-label={words.resumeOf(one)}
        onClick={onContinue}
      >
        {words.resume}
      </Button>
    </li>
  )
}
