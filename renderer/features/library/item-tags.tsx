import { X } from 'lucide-react'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { useStore } from 'zustand'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { Undo } from '../../actions/judging.ts'
import { useUndoable } from '../../actions/use-undoable.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import styles from './item-tags.module.css'
import viewer from './item-viewer.module.css'
import { createTagStore, type TagStore } from './tag-store.ts'

/** As long as the page. */
const storeOf = new WeakMap<Bridge, TagStore>()

/** The tags of a file, completed from those that are used, and its note. */
export function ItemTags({ fileId }: { readonly fileId: string }) {
  const { bridge } = useAtelier()
  const { tags: words } = useLibraryWords()
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()
  const own = storeOf.get(bridge) ?? createTagStore(bridge)
  storeOf.set(bridge, own)
  const tags = useStore(own.store, (state) => state.tags)
  const note = useStore(own.store, (state) => state.note)
  const known = useStore(own.store, (state) => state.known)
  const [typed, setTyped] = useState('')
  const listId = useId()
  useEffect(() => void own.open(fileId), [own, fileId])
  useEffect(() => void own.complete(typed), [own, typed])
  if (tags === null) return null

  async function said(done: Promise<BridgeResult<Undo | null>>, text: string) {
    const result = await done
    if (!result.ok) notify(failures.sentence(result.error), 'danger')
    else if (result.value) noteUndoable(text, result.value)
  }

  function add(event: FormEvent) {
    event.preventDefault()
    const name = typed.trim()
    if (name !== '') void said(own.change(name, true), words.added(name))
    setTyped('')
  }

  return (
    <section>
      <h2 className={viewer.head}>{words.title}</h2>
      {tags.length > 0 && (
        <ul className={styles.tags}>
          {tags.map((tag) => (
            <li key={tag}>
              <button
                type="button"
                className={styles.tag}
                aria-label={words.remove(tag)}
                onClick={() => void said(own.change(tag, false), words.removed(tag))}
              >
                {tag}
                <X aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <form onSubmit={add}>
        <TextInput
          aria-label={words.add}
          placeholder={words.add}
          list={listId}
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
        <datalist id={listId}>
          {known.map((tag) => (
            <option key={tag} value={tag} />
          ))}
        </datalist>
      </form>
      <textarea
        key={`${fileId} ${note}`}
        className={styles.note}
        aria-label={words.note}
        placeholder={words.note}
        rows={2}
        maxLength={10_000}
        defaultValue={note}
        onBlur={({ target }) => void said(own.setNote(target.value.trim()), words.noted)}
      />
    </section>
  )
}
