import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { ProcedureOutput } from '../../shared/bridge/procedures.ts'
import type { AskedChange } from '../actions/collecting.ts'
import { patienceWithFoundMs } from '../actions/judging.ts'
import { useUndoable } from '../actions/use-undoable.ts'
import { createStaleGuard } from '../bridge/stale-guard.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useNotify } from '../ui/toaster.tsx'
import { useCollectingWords } from '../words/collecting-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './collect-dialog.module.css'
import { tagFiles, tagsWith } from './tag-files.ts'

/** Adds a tag to files, or takes it from them. */
export function TagDialog() {
  const { collecting } = useAtelier()
  const { tag: words } = useCollectingWords()
  const asked = useStore(collecting, (state) => state.asked)
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={asked?.way === 'tag'}
      onClose={() => collecting.setState({ asked: null })}
      title={words.title(asked?.found ? null : (asked?.files.length ?? 1))}
      firstFocus={first}
    >
      {asked?.way === 'tag' && <TagForm first={first} asked={asked} />}
    </Dialog>
  )
}

function TagForm({
  first,
  asked,
}: {
  readonly first: { current: HTMLInputElement | null }
  readonly asked: AskedChange
}) {
  const { collecting } = useAtelier()
  const { tag: words, cancel, files } = useCollectingWords()
  const listId = useId()
  const [text, setText] = useState('')
  const known = useKnownTags(text)
  const change = useChange(asked)
  const name = text.trim()

  function submit(event: FormEvent) {
    event.preventDefault()
    void change(name, true)
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        ref={first}
        aria-label={words.name}
        aria-describedby={listId}
        placeholder={words.name}
        maxLength={100}
        value={text}
        onChange={setText}
      />
      <p id={listId} className={styles.hint}>
        {words.hint}
      </p>
      {known.length > 0 && (
        <ul className={styles.list} aria-label={words.existing}>
          {known.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                className={styles.row}
                onClick={() => {
                  setText(one.name)
                  first.current?.focus()
                }}
              >
                <span className={styles.name}>{one.name}</span>
                <span className={styles.count}>{files(one.files)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <footer className={styles.actions}>
        <Button type="button" onClick={() => collecting.setState({ asked: null })}>
          {cancel}
        </Button>
        <Button
          type="button"
          disabled={name === ''}
          focusableWhenDisabled
          onClick={() => void change(name, false)}
        >
          {words.remove}
        </Button>
        <Button type="submit" look="primary" disabled={name === ''} focusableWhenDisabled>
          {words.add}
        </Button>
      </footer>
    </form>
  )
}

type KnownTags = ProcedureOutput<'tags.list'>['tags']

/** Tags that hold the text. */
function useKnownTags(text: string): KnownTags {
  const { bridge } = useAtelier()
  const [known, setKnown] = useState<KnownTags>([])
  const [guard] = useState(() => createStaleGuard())
  useEffect(() => {
    guard.supersede()
    void guard.read(tagsWith(bridge, text)).then(({ response, accept }) => {
      if (accept() && response.ok) setKnown(response.value.tags)
    })
  }, [bridge, guard, text])
  return known
}

function useChange({ files, found }: AskedChange) {
  const { bridge, collecting } = useAtelier()
  const { tag: words } = useCollectingWords()
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()
  return async (name: string, isOn: boolean) => {
    if (name === '') return
    collecting.setState({ asked: null })
    const done = await tagFiles(bridge, { files, found }, name, isOn)
    if (!done.ok) return void notify(failures.sentence(done.error), 'danger')
    const { count, undo, rest } = done.value
    const text = isOn ? words.added(count, name) : words.removed(count, name)
    if (rest) notify(failures.sentence(rest), 'danger')
    if (count === 0) return void notify(text)
    noteUndoable(text, undo, found ? patienceWithFoundMs : undefined)
  }
}
