import { useEffect, useRef, useState } from 'react'
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
  const { exports, view, failure } = useStore(unfinished.store)
  useEffect(() => {
    if (exports) collecting.setState({ unfinished: exports.length })
  }, [exports, collecting])
  return (
    <Dialog open={exports !== null || failure !== null} onClose={onClose} title={title} firstFocus={first}>
      {view ? (
        <ExportProgress exports={unfinished} view={view} onClose={onClose} />
      ) : (
        <div className={styles.form}>
          {exports && <p className={styles.hint}>{words.unfinished.hint(exports.length)}</p>}
          <ul className={styles.unfinished}>
            {exports?.map((one, index) => (
              <Row
                key={one.key}
                one={one}
                first={index === 0 ? first : null}
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
            <Button type="button" onClick={onClose}>
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
  readonly onContinue: () => void
  readonly onForget: () => void
}

function Row({ one, first, onContinue, onForget }: RowProps) {
  const { unfinished: words } = useExportWords()
  return (
    <li className={styles.unfinishedRow}>
      <p>
        <span data-verbatim>{one.folder}</span>
        <span className={styles.hint}>{words.state(one)}</span>
      </p>
      <Button type="button" aria-label={words.forgetOf(one)} onClick={onForget}>
        {words.forget}
      </Button>
      <Button ref={first} type="button" look="primary" aria-label={words.resumeOf(one)} onClick={onContinue}>
        {words.resume}
      </Button>
    </li>
  )
}
