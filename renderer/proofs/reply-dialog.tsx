import { useState } from 'react'
import { useStore } from 'zustand'
import { posterRoute } from '../../shared/bridge/media-routes.ts'
import type { ChangedFile } from '../../shared/bridge/proof-procedures.ts'
import { judgingOf } from '../actions/judging.ts'
import { noteUndoable } from '../actions/note-undoable.ts'
import { useActionDeps } from '../actions/use-actions.ts'
import exportStyles from '../exports/export-dialog.module.css'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useProofWords } from '../words/proof-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './reply-dialog.module.css'
import { createReplyStore } from './reply-store.ts'

/** Shows what a client’s reply would change, and changes it. */
export function ReplyDialog() {
  const { collecting } = useAtelier()
  const text = useStore(collecting, ({ reply }) => reply)
  return text === null ? null : (
    <OpenReply key={text} text={text} onClose={() => collecting.setState({ reply: null })} />
  )
}

interface OpenReplyProps {
  readonly text: string
  readonly onClose: () => void
}

function OpenReply({ text, onClose }: OpenReplyProps) {
  const { bridge } = useAtelier()
  const { reply: words } = useProofWords()
  const { failures } = useWords()
  const deps = useActionDeps()
  const [reply] = useState(() => createReplyStore(bridge, text))
  const { view, failure, isBusy } = useStore(reply.store)
  const changes = view?.type === 'reply' ? view : null

  async function apply() {
    const undo = await reply.apply()
    if (!undo || !changes) return
    noteUndoable(deps, words.applied(changes.files.length), judgingOf(bridge).remember(undo))
    onClose()
  }

  return (
    <Dialog
      open={view !== null || failure !== null}
      onClose={onClose}
      title={words.title(changes)}
      description={changes ? words.about(changes) : view?.type === 'refused' ? words.refused[view.why] : null}
    >
      {changes && changes.files.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard.
        <ul className={styles.files} aria-label={words.changes} tabIndex={0}>
          {changes.files.map((file) => (
            <Row key={file.fileId} file={file} />
          ))}
        </ul>
      )}
      <div className={exportStyles.form}>
        {changes && words.rest(changes) !== '' && <p className={exportStyles.hint}>{words.rest(changes)}</p>}
        {failure && (
          <p role="alert" className={exportStyles.problem}>
            {failures.sentence(failure)}
          </p>
        )}
        <footer className={exportStyles.actions}>
          <Button onClick={onClose}>
            {changes && changes.files.length > 0 ? words.cancel : words.close}
          </Button>
          {changes && changes.files.length > 0 && (
            <Button look="primary" disabled={isBusy} focusableWhenDisabled onClick={() => void apply()}>
              {words.apply(changes.files.length)}
            </Button>
          )}
        </footer>
      </div>
    </Dialog>
  )
}

function Row({ file }: { readonly file: ChangedFile }) {
  const { reply: words } = useProofWords()
  const note = words.note(file)
  return (
    <li className={styles.file}>
      {file.hasPoster ? (
        <img className={styles.thumb} src={posterRoute(file.fileId)} alt="" loading="lazy" />
      ) : (
        <span className={styles.thumb} />
      )}
      <div>
        <p className={styles.name}>{file.name}</p>
        <p>{words.change(file)}</p>
        {note !== '' && <p className={styles.note}>{note}</p>}
      </div>
    </li>
  )
}
