import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { SmartCollection } from '../../../shared/bridge/smart-collection-procedures.ts'
import { colorNames } from '../../../shared/library/color-names.ts'
import {
  type ListedTerm,
  readTermName,
  type TermName,
  termNames,
} from '../../../shared/library/filter/filter-term.ts'
import { type FilterToken, readTokens, writeToken } from '../../../shared/library/filter/library-filter.ts'
import type { ChosenSort } from '../../../shared/library/filter/library-sort.ts'
import type { Undo } from '../../actions/judging.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

export interface FilterState {
  /** How much is found, and what it cost; null until read. */
  readonly sum: ProcedureOutput<'library.sum'> | null
  /** By name; null until first read. */
  readonly smart: readonly SmartCollection[] | null
  /** What the library has for the term that is being typed; null until it was read. */
  readonly values: { readonly name: ListedTerm; readonly list: readonly TermChoice[] } | null
  /** What contact sheets are called that a token names, by their batches. */
  readonly sheets: ReadonlyMap<string, string>
  /** The suggestion that the arrows chose, for this text alone. */
  readonly chosen: { readonly text: string; readonly at: number } | null
  /** The text whose suggestions were closed. */
  readonly dismissed: string | null
  /** The text from which one goes on to the files, once what it finds is here. */
  readonly leads: string | null
}

/** A value of a term, and what it is called. */
export interface TermChoice {
  readonly value: string
  readonly label: string
}

/** What stands beside a list: its sum, the filters that are kept, and values that complete what is typed. */
export interface FilterStore {
  readonly store: StoreApi<FilterState>
  /** Sums what this filter finds, once it has not changed for a moment. */
  look(filter: string, isTrash: boolean): void
  /** Reads the values of a term that hold a text. */
  complete(name: ListedTerm, text: string): Promise<void>
  /** Reads what contact sheets are called. */
  nameSheets(batchIds: readonly string[]): Promise<void>
  refreshSmart(): Promise<void>
  save(name: string, filter: string, sort: ChosenSort): Promise<BridgeResult<SmartCollection>>
  /** Resolves with its undo. */
  remove(collectionId: string): Promise<BridgeResult<Undo>>
  close(): void
}

/** A sum takes longer than a page of a large library: it waits until the typing rests, in milliseconds. */
const restMs = 200
const mostValues = 12
const longestText = 300

export function createFilterStore(bridge: Pick<Bridge, 'call' | 'on'>): FilterStore {
  const store = createStore<FilterState>(() => ({
    ...{ sum: null, smart: null, values: null, chosen: null, dismissed: null, leads: null },
    sheets: new Map(),
  }))
  const sums = createStaleGuard()
  const completions = createStaleGuard()
  let asked: { readonly filter: string; readonly isTrash: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  let isReading = false
  let isWanted = false

  /** One after the other: a browser has six connections to the studio, and what is seen needs one. */
  async function read(): Promise<void> {
    timer = null
    isWanted = isReading
    if (isReading) return
    isReading = true
    await readOnce()
    isReading = false
    if (isWanted) void read()
  }

  async function readOnce(): Promise<void> {
    if (asked === null) return
    sums.supersede()
    const { filter, isTrash } = asked
    const { response, accept } = await sums.read(
      bridge.call('library.sum', { filter, ...(isTrash && { isTrash: true as const }) }),
    )
    if (accept()) store.setState({ sum: response.ok ? response.value : null })
  }

  function soon(): void {
    timer ??= setTimeout(() => void read(), restMs)
  }

  /** Another key begins the rest anew. */
  function onceTypingRests(): void {
    if (timer) clearTimeout(timer)
    timer = null
    soon()
  }

  async function refreshSmart(): Promise<void> {
    const listed = await bridge.call('smartCollections.list', {})
    if (listed.ok) store.setState({ smart: listed.value.collections })
  }

  const ends = [
    ...(
      ['library.changed', 'library.judged', 'library.moved', 'tags.changed', 'collections.changed'] as const
    ).map((name) => bridge.on(name, soon)),
    bridge.on('smartCollections.changed', () => void refreshSmart()),
  ]

  return {
    store,
    look(filter, isTrash) {
      if (asked?.filter === filter && asked.isTrash === isTrash) return
      asked = { filter, isTrash }
      // What is shown is of another filter.
      sums.supersede()
      store.setState({ sum: null })
      onceTypingRests()
    },
    async complete(name, text) {
      completions.supersede()
      const { response, accept } = await completions.read(
        bridge.call('library.values', { name, text: text.slice(0, longestText), limit: mostValues }),
      )
      if (accept() && response.ok) store.setState({ values: { name, list: response.value.values } })
    },
    async nameSheets(batchIds) {
      for (const batchId of batchIds.filter((id) => !store.getState().sheets.has(id))) {
        const read = await bridge.call('library.values', { name: 'sheet', text: batchId, limit: 1 })
        // What could not be read is read again when it is next shown.
        if (!read.ok) continue
        const label = read.value.values.find(({ value }) => value === batchId)?.label
        store.setState(({ sheets }) => ({ sheets: new Map(sheets).set(batchId, label ?? '') }))
      }
    },
    refreshSmart,
    save: (name, filter, sort) => bridge.call('smartCollections.save', { name, filter, sort }),
    async remove(collectionId) {
      const removed = await bridge.call('smartCollections.delete', { collectionId })
      if (!removed.ok) return removed
      return { ok: true, value: () => bridge.call('smartCollections.restore', { collectionId }) }
    },
    close() {
      if (timer) clearTimeout(timer)
      for (const end of ends) end()
    },
  }
}

/** As long as the page. */
const storeOf = new WeakMap<Bridge, FilterStore>()

/** The one of this page, made when it is first needed. */
export function filterStoreOf(bridge: Bridge): FilterStore {
  const known = storeOf.get(bridge) ?? createFilterStore(bridge)
  storeOf.set(bridge, known)
  return known
}

/** The text without one of its tokens. */
export function withoutToken(text: string, { start, end }: Pick<FilterToken, 'start' | 'end'>): string {
  return `${text.slice(0, start).trimEnd()} ${text.slice(end).trimStart()}`.trim()
}

/** The text with one more token at its end, unless it is there. */
export function withToken(text: string, token: string): string {
  const tokens = readTokens(text).map(({ source }) => source)
  return tokens.includes(token) ? text : `${[text.trim(), token].filter((part) => part !== '').join(' ')} `
}

/** The values that a term can have, where these are few. */
const fixedValues: Partial<Record<TermName, readonly string[]>> = {
  kind: ['image', 'video', 'audio'],
  rating: ['>=1', '>=2', '>=3', '>=4', '5', 'none'],
  flag: ['pick', 'reject', 'none'],
  is: ['unreviewed', 'reviewed', 'favorite', 'keeper', 'tagged', 'untagged', 'noted', 'missing', 'exported'],
  label: ['red', 'yellow', 'green', 'blue', 'none'],
  color: colorNames,
  date: [
    'today',
    'yesterday',
    'this-week',
    'last-week',
    'last-tuesday',
    'this-month',
    'last-month',
    '7d',
    '30d',
  ],
  price: ['<0.1', '>=1', 'unlisted'],
  ratio: ['wide', 'square', 'tall', '16:9', '9:16'],
  length: ['<5s', '5s', '>=10s'],
  resolution: ['>=1080p', '4k'],
}

/** Values that stand before those that the library has. */
const firstValues: Partial<Record<TermName, readonly string[]>> = { sheet: ['any', 'none'] }

export interface Completion {
  /** What is shown. */
  readonly value: string
  /** The whole text with it. */
  readonly text: string
  /** The term that it is a value of; null where it completes a name. */
  readonly term: TermName | null
}

/** The term at the end of the text whose values the library lists, and what is typed of one. */
export function listedAtEnd(text: string): { readonly name: TermName; readonly typed: string } | null {
  const token = readTokens(text).at(-1)
  if (!token || token.end !== text.length) return null
  const [, name = '', typed = ''] = /^-?([a-z]+):"?(.*?)"?$/isu.exec(token.source) ?? []
  const term = readTermName(name)
  return term && { name: term, typed }
}

/** What completes the token at the end of the text: the name of a term, or its value. `known`: those of a library. */
export function completionsOf(
  text: string,
  known: Partial<Record<TermName, readonly TermChoice[]>>,
): readonly Completion[] {
  const token = readTokens(text).at(-1)
  if (!token || token.end !== text.length) return []
  const before = text.slice(0, token.start)
  const typed = /^(-?)([a-z]+):("?)(.*)$/isu.exec(token.source)
  if (!typed) {
    const beginning = token.source.replace(/^-/, '').toLowerCase()
    const minus = token.source.startsWith('-') ? '-' : ''
    if (beginning.length < 2) return []
    return termNames
      .filter((name) => name.startsWith(beginning))
      .map((name) => ({ value: `${name}:`, text: `${before}${minus}${name}:`, term: null }))
  }
  const [, minus = '', name = '', , beginning = ''] = typed
  const term = readTermName(name)
  if (!term) return []
  const asked = beginning.replace(/"$/, '').toLowerCase()
  const fixed = [...(firstValues[term] ?? []), ...(fixedValues[term] ?? [])]
  const values = [...fixed.map((value) => ({ value, label: value })), ...(known[term] ?? [])]
  const at = ({ value, label }: TermChoice) => {
    const places = [label.toLowerCase().indexOf(asked), value.toLowerCase().indexOf(asked)]
    return Math.min(...places.map((place) => (place < 0 ? Number.POSITIVE_INFINITY : place)))
  }
  return values
    .filter((choice) => choice.value.toLowerCase() !== asked && Number.isFinite(at(choice)))
    .toSorted((one, other) => Number(at(one) > 0) - Number(at(other) > 0))
    .slice(0, mostValues)
    .map(({ value, label }) => ({
      value: label,
      text: `${before}${writeToken(term, value, minus === '-')} `,
      term,
    }))
}
