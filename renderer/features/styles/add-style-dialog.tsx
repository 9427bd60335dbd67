import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { isStyleId, longestStyleName, longestStyleNote } from '../../../shared/styles/style-id.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useStyleWords } from '../../words/style-words.ts'
import styles from './styles-view.module.css'

interface AddStyleDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly onAdd: (styleId: string, name: string, note: string) => void
}

/** Adds a style by its id. */
export function AddStyleDialog({ open, onClose, onAdd }: AddStyleDialogProps) {
  const { dialog: words } = useStyleWords()
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog open={open} onClose={onClose} title={words.addTitle} firstFocus={first}>
      <AddForm first={first} onClose={onClose} onAdd={onAdd} />
    </Dialog>
  )
}

interface AddFormProps extends Omit<AddStyleDialogProps, 'open'> {
  readonly first: { current: HTMLInputElement | null }
}

function AddForm({ first, onClose, onAdd }: AddFormProps) {
  const { dialog: words } = useStyleWords()
  const id = useId()
  const [styleId, setStyleId] = useState('')
  const [name, setName] = useState('')
  const [note, setNote] = useState('')
  const [isTried, setTried] = useState(false)
  const isWrong = isTried && !isStyleId(styleId.trim())
  useEffect(() => {
    if (isWrong) first.current?.focus()
  }, [isWrong, first])

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isStyleId(styleId.trim())) onAdd(styleId.trim(), name, note)
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <label htmlFor={`${id}-id`}>{words.id}</label>
      <TextInput
        ref={first}
        id={`${id}-id`}
        value={styleId}
        invalid={isWrong}
        aria-describedby={`${id}-about`}
        onChange={setStyleId}
      />
      <p id={`${id}-about`} className={isWrong ? styles.wrong : styles.about}>
        {isWrong ? words.idWrong : words.idNote}
      </p>
      <label htmlFor={`${id}-name`}>{words.name}</label>
      <TextInput id={`${id}-name`} value={name} maxLength={longestStyleName} onChange={setName} />
      <label htmlFor={`${id}-note`}>{words.note}</label>
      <TextInput
        id={`${id}-note`}
        value={note}
        maxLength={longestStyleNote}
        placeholder={words.notePlaceholder}
        onChange={setNote}
      />
      <footer className={styles.formActions}>
        <Button type="button" onClick={onClose}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary">
          {words.add}
        </Button>
      </footer>
    </form>
  )
}
