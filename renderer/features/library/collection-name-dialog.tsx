import { type FormEvent, useRef, useState } from 'react'
import { longestCollectionName } from '../../../shared/bridge/collection-bounds.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import styles from './library-view.module.css'

interface CollectionNameDialogProps {
  readonly naming: 'make' | 'rename' | null
  /** Its name until now. */
  readonly before: string
  /** Resolves with whether it has the name now. */
  readonly onName: (name: string) => Promise<boolean>
  readonly onClose: () => void
}

/** The name of a new collection, or another one. */
export function CollectionNameDialog({ naming, before, onName, onClose }: CollectionNameDialogProps) {
  const { collections: words } = useLibraryWords()
  const first = useRef<HTMLInputElement>(null)
  const isNew = naming !== 'rename'
  return (
    <Dialog
      open={naming !== null}
      onClose={onClose}
      title={isNew ? words.makeTitle : words.renameTitle}
      firstFocus={first}
    >
      {naming && <NameForm first={first} before={before} isNew={isNew} onName={onName} onClose={onClose} />}
    </Dialog>
  )
}

interface NameFormProps extends Pick<CollectionNameDialogProps, 'before' | 'onName' | 'onClose'> {
  readonly first: { current: HTMLInputElement | null }
  readonly isNew: boolean
}

function NameForm({ first, before, isNew, onName, onClose }: NameFormProps) {
  const { collections: words } = useLibraryWords()
  const [name, setName] = useState(before)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (name.trim() !== '') void onName(name.trim())
  }

  return (
    <form className={styles.nameForm} onSubmit={submit}>
      <TextInput
        ref={first}
        aria-label={words.name}
        placeholder={words.name}
        maxLength={longestCollectionName}
        value={name}
        onChange={setName}
      />
      <footer className={styles.nameActions}>
        <Button type="button" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" disabled={name.trim() === ''} focusableWhenDisabled>
          {isNew ? words.makeAction : words.renameAction}
        </Button>
      </footer>
    </form>
  )
}
