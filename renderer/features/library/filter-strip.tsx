import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { TermName } from '../../../shared/library/filter/filter-term.ts'
import { type FilterToken, readTokens } from '../../../shared/library/filter/library-filter.ts'
import { collectionsOf } from '../../collections/collections-store.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { completionsOf, type FilterStore, filterStoreOf, withoutToken } from './filter-store.ts'
import styles from './filter-strip.module.css'
import type { LibraryStore } from './library-store.ts'

/** The terms of the filter as tokens, and what completes the one that is typed. */
export function FilterStrip({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  const text = useStore(library.store, (state) => state.search)
  const set = (search: string) => library.filter({ search })
  return (
    <div className={styles.strip}>
      <Tokens text={text} onChange={set} />
      <Completions own={filterStoreOf(bridge)} text={text} onChoose={set} />
    </div>
  )
}

function Tokens({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const { terms: words } = useLibraryWords()
  const list = useRef<HTMLUListElement>(null)
  const shown = readTokens(text).filter((token) => token.type !== 'text' && !isUnfinished(token))
  if (shown.length === 0) return null
  const fault = shown.find((token) => token.type === 'faulty')

  function press(event: KeyboardEvent, index: number) {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const token = shown[index]
    if (event.key === 'ArrowRight') buttons[index + 1]?.focus()
    else if (event.key === 'ArrowLeft') buttons[index - 1]?.focus()
    else if ((event.key === 'Delete' || event.key === 'Backspace') && token) {
      onChange(withoutToken(text, token))
      ;(buttons[index - 1] ?? buttons[index + 1])?.focus()
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const tokens = (
    <ul ref={list} className={styles.tokens} aria-label={words.tokens}>
      {shown.map((token, index) => (
        <li key={`${token.start} ${token.source}`}>
          <button
            type="button"
            className={styles.token}
            data-faulty={token.type === 'faulty' || undefined}
            aria-label={words.remove(token.source)}
            onClick={() => onChange(withoutToken(text, token))}
            onKeyDown={(event) => press(event, index)}
          >
            <span>{token.source}</span>
            <X aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {tokens}
      {fault && (
        <p className={styles.fault} role="status">
          {words.fault(fault.fault, fault.name)}
        </p>
      )}
    </>
  )
}

function isUnfinished(token: FilterToken): boolean {
  return token.type === 'faulty' && token.fault === 'unfinished'
}

function Completions({
  own,
  text,
  onChoose,
}: {
  readonly own: FilterStore
  readonly text: string
  readonly onChoose: (text: string) => void
}) {
  const { bridge } = useAtelier()
  const { terms: words } = useLibraryWords()
  const tags = useStore(own.store, (state) => state.tags)
  const collections = useStore(collectionsOf(bridge).store, (state) => state.collections) ?? []
  const last = readTokens(text).at(-1)
  const tag = /^-?tag:"?(.*?)"?$/isu.exec(last?.source ?? '')?.[1] ?? null
  useEffect(() => {
    if (tag !== null) void own.complete(tag)
  }, [own, tag])
  const known: Partial<Record<TermName, readonly { value: string; label: string }[]>> = {
    tag: tags.map((value) => ({ value, label: value })),
    collection: collections.map(({ name }) => ({ value: name, label: name })),
  }
  const offered = completionsOf(text, known)
  if (offered.length === 0) return null
  return (
    <ul className={styles.tokens} aria-label={words.completions}>
      {offered.map(({ value, text: next }) => (
        <li key={value}>
          <button type="button" className={styles.completion} onClick={() => onChoose(next)}>
            {value}
          </button>
        </li>
      ))}
    </ul>
  )
}
