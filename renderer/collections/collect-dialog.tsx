import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { longestCollectionName } from '../../shared/bridge/collection-bounds.ts'
import type { CollectionView } from '../../shared/bridge/collection-procedures.ts'
import { foldName } from '../../shared/library/fold-name.ts'
import type { AskedChange } from '../actions/collecting.ts'
import { patienceWithFoundMs } from '../actions/judging.ts'
import { useUndoable } from '../actions/use-undoable.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { useNotify } from '../ui/toaster.tsx'
import { useCollectingWords } from '../words/collecting-words.ts'
import { useWords } from '../words/words-context.tsx'
import styles from './collect-dialog.module.css'
import { type CollectionsStore, collectionsOf } from './collections-store.ts'

/** Puts files into a collection that is chosen by its name, or made. */
export function CollectDialog() {
  const { bridge, collecting } = useAtelier()
  const words = useCollectingWords()
  const asked = useStore(collecting, (state) => state.asked)
  const first = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      open={asked?.way === 'collect'}
      onClose={() => collecting.setState({ asked: null })}
      title={words.title(asked?.found ? null : (asked?.files.length ?? 1))}
      firstFocus={first}
    >
      {asked?.way === 'collect' && (
        <CollectForm first={first} asked={asked} collections={collectionsOf(bridge)} />
      )}
    </Dialog>
  )
}

interface CollectFormProps {
  readonly first: { current: HTMLInputElement | null }
  readonly asked: AskedChange
  readonly collections: CollectionsStore
}

function CollectForm({ first, asked, collections }: CollectFormProps) {
  const { collecting } = useAtelier()
  const words = useCollectingWords()
  const listId = useId()
  const [text, setText] = useState('')
  const known = useStore(collections.store, (state) => state.collections) ?? []
  const add = useAdd(collections)
  const { matching, exact, completed } = complete(known, text)
  const isNew = text.trim() !== '' && completed === null
  useEffect(() => void collections.refresh(), [collections])

  function submit(event: FormEvent) {
    event.preventDefault()
    const name = text.trim()
    if (name === '' && matching.length !== 1) return
    collecting.setState({ asked: null })
    void add(exact ?? completed ?? name, asked)
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <TextInput
        ref={first}
        aria-label={words.name}
        aria-describedby={listId}
        placeholder={words.name}
        maxLength={longestCollectionName}
        value={text}
        onChange={setText}
      />
      <p id={listId} className={styles.hint}>
        {known.length === 0 ? words.noneYet : words.hint}
      </p>
      {matching.length > 0 && (
        <ul className={styles.list} aria-label={words.existing}>
          {matching.slice(0, mostShown).map((one) => (
            <li key={one.collectionId}>
              <button
                type="button"
                className={styles.row}
                data-completed={one === (exact ?? completed) || undefined}
                onClick={() => {
                  collecting.setState({ asked: null })
                  void add(one, asked)
                }}
              >
                <span className={styles.name}>{one.name}</span>
                <span className={styles.count}>{words.files(one.files)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      <footer className={styles.actions}>
        <Button type="button" onClick={() => collecting.setState({ asked: null })}>
          {words.cancel}
        </Button>
        <Button type="submit" look="primary" disabled={text.trim() === ''} focusableWhenDisabled>
          {isNew ? words.make : words.add}
        </Button>
      </footer>
    </form>
  )
}

const mostShown = 8

/** The collections whose name has the text; `completed`: the only one that begins with it. */
function complete(known: readonly CollectionView[], text: string) {
  const wanted = foldName(text)
  const matching = known.filter(({ name }) => foldName(name).includes(wanted))
  const beginning = matching.filter(({ name }) => foldName(name).startsWith(wanted))
  const exact = known.find(({ name }) => foldName(name) === wanted) ?? null
  const [only] = beginning
  const completed = wanted !== '' && beginning.length === 1 ? (only ?? null) : exact
  return { matching, exact, completed }
}

/** Adds files to a collection, or makes one of them, with an undo. */
function useAdd(collections: CollectionsStore) {
  const words = useCollectingWords()
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()

  return async (to: CollectionView | string, { files, found }: AskedChange) => {
    const fileIds = files.map(({ fileId }) => fileId)
    const name = typeof to === 'string' ? to : to.name
    const done = found
      ? await collections.addFound(to, found)
      : typeof to === 'string'
        ? await collections.addByName(to, fileIds)
        : await collections.add(to.collectionId, fileIds)
    if (!done.ok) return void notify(failures.sentence(done.error), 'danger')
    const { added, undo, isNew, rest } = done.value
    const text = isNew ? words.made(name, added) : words.added(added, name)
    if (rest) notify(failures.sentence(rest), 'danger')
    if (added === 0 && !isNew) return void notify(text)
    noteUndoable(text, undo, found ? patienceWithFoundMs : undefined)
  }
}
