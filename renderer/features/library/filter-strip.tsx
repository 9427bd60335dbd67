import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { writeValue } from '../../../shared/library/filter/filter-term.ts'
import { type FilterToken, readTokens } from '../../../shared/library/filter/library-filter.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { ColorDot } from './color-dot.tsx'
import { completionsOf, filterStoreOf, withoutToken } from './filter-store.ts'
import styles from './filter-strip.module.css'
import { Suggestions } from './filter-suggestions.tsx'
import type { LibraryStore } from './library-store.ts'

/** The terms of the filter as tokens, and what completes the one that is typed. */
export function FilterStrip({ library }: { readonly library: LibraryStore }) {
  const text = useStore(library.store, (state) => state.search)
  const set = (search: string) => library.filter({ search })
  return (
    <div className={styles.strip}>
      <Tokens text={text} onChange={set} />
      <Suggestions text={text} onChoose={set} />
    </div>
  )
}

function Tokens({ text, onChange }: { readonly text: string; readonly onChange: (text: string) => void }) {
  const { terms: words } = useLibraryWords()
  const list = useRef<HTMLUListElement>(null)
  const sayToken = useTokenText(text)
  const shown = readTokens(text).filter((token) => token.type !== 'text' && !isUnfinished(token, text))
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
            aria-label={words.remove(sayToken(token))}
            onClick={() => onChange(withoutToken(text, token))}
            onKeyDown={(event) => press(event, index)}
          >
            {token.type === 'term' && token.term.name === 'color' && <ColorDot name={token.term.value} />}
            <span className={styles.value}>{sayToken(token)}</span>
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

/** A token as it was typed; a contact sheet by what it shows. */
function useTokenText(text: string): (token: FilterToken) => string {
  const { bridge } = useAtelier()
  const { terms: words } = useLibraryWords()
  const own = filterStoreOf(bridge)
  const sheets = useStore(own.store, (state) => state.sheets)
  const asked = readTokens(text).flatMap((token) => sheetOf(token) ?? [])
  const all = asked.join(' ')
  useEffect(() => void own.nameSheets(all === '' ? [] : all.split(' ')), [own, all])
  return (token) => {
    const sheet = sheetOf(token)
    const isNot = token.type === 'term' && token.term.isNot
    return sheet === null ? token.source : words.sheet(sheets.get(sheet) || sheet.slice(-6), isNot)
  }
}

/** The batch of the contact sheet that a token names; null where it names none. */
function sheetOf(token: FilterToken): string | null {
  if (token.type !== 'term' || token.term.name !== 'sheet') return null
  const value = writeValue(token.term)
  return /^[\da-f-]{36}$/.test(value) ? value : null
}

/** Its value is missing, or is being typed and can still become one. */
function isUnfinished(token: FilterToken, text: string): boolean {
  if (token.type !== 'faulty') return false
  return token.fault === 'unfinished' || (token.end === text.length && completionsOf(text, {}).length > 0)
}
