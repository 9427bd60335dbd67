import { type FormEvent, useRef, useState } from 'react'
import { longestCollectionName } from '../../../shared/bridge/collection-bounds.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import styles from './library-view.module.css'

interface CollectionNameDialogProps {
  /** `keep`: a smart collection, of what is filtered. */
  readonly naming: 'make' | 'rename' | 'keep' | null
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
  return (
    <Dialog
      open={naming !== null}
      onClose={onClose}
      title={words.titles[naming ?? 'make']}
      firstFocus={first}
    >
      {naming && (
        <NameForm
          {...{ first, before, onName, onClose }}
          action={naming === 'rename' ? words.renameAction : words.makeAction}
        />
      )}
    </Dialog>
  )
}

interface NameFormProps extends Pick<CollectionNameDialogProps, 'before' | 'onName' | 'onClose'> {
  readonly first: { current: HTMLInputElement | null }
  readonly action: string
}

function NameForm({ first, before, action, onName, onClose }: NameFormProps) {
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
          {action}
        </Button>
      </footer>
    </form>
  )
}
