import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../../shared/bridge/error-codes.ts'
import type { ProcedureOutput } from '../../../shared/bridge/procedures.ts'
import type { SmartCollection } from '../../../shared/bridge/smart-collection-procedures.ts'
import { type TermName, termNames } from '../../../shared/library/filter/filter-term.ts'
import { type FilterToken, readTokens, writeToken } from '../../../shared/library/filter/library-filter.ts'
import type { ChosenSort } from '../../../shared/library/filter/library-sort.ts'
import type { Undo } from '../../actions/judging.ts'
import { createStaleGuard } from '../../bridge/stale-guard.ts'

export interface FilterState {
  /** How much is found, and what it cost; null until read. */
  readonly sum: ProcedureOutput<'library.sum'> | null
  /** By name; null until first read. */
  readonly smart: readonly SmartCollection[] | null
  /** Tags that complete the value that is being typed. */
  readonly tags: readonly string[]
}

/** What stands beside a list: its sum, the filters that are kept, and values that complete what is typed. */
export interface FilterStore {
  readonly store: StoreApi<FilterState>
  /** Sums what this filter finds, once it has not changed for a moment. */
  look(filter: string, isTrash: boolean): void
  /** Reads the tags that hold a text. */
  complete(tag: string): Promise<void>
  refreshSmart(): Promise<void>
  save(name: string, filter: string, sort: ChosenSort): Promise<BridgeResult<SmartCollection>>
  /** Resolves with its undo. */
  remove(collectionId: string): Promise<BridgeResult<Undo>>
  close(): void
}

/** A sum takes longer than a page of a large library: it waits until the typing rests, in milliseconds. */
const restMs = 200
const mostTags = 12

export function createFilterStore(bridge: Pick<Bridge, 'call' | 'on'>): FilterStore {
  const store = createStore<FilterState>(() => ({ sum: null, smart: null, tags: [] }))
  const sums = createStaleGuard()
  const completions = createStaleGuard()
  let asked: { readonly filter: string; readonly isTrash: boolean } | null = null
  let timer: ReturnType<typeof setTimeout> | null = null

  async function read(): Promise<void> {
    timer = null
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
      soon()
    },
    async complete(tag) {
      completions.supersede()
      const { response, accept } = await completions.read(
        bridge.call('tags.list', { search: tag.slice(0, 100), limit: mostTags }),
      )
      if (accept() && response.ok) store.setState({ tags: response.value.tags.map(({ name }) => name) })
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
  is: ['unreviewed', 'reviewed', 'favorite', 'keeper', 'tagged', 'untagged', 'noted', 'missing'],
  label: ['red', 'yellow', 'green', 'blue', 'none'],
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

export interface Completion {
  /** What is shown. */
  readonly value: string
  /** The whole text with it. */
  readonly text: string
}

/** What completes the token at the end of the text: the name of a term, or its value. `known`: those of a library. */
export function completionsOf(
  text: string,
  known: Partial<Record<TermName, readonly { readonly value: string; readonly label: string }[]>>,
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
      .map((name) => ({ value: `${name}:`, text: `${before}${minus}${name}:` }))
  }
  const [, minus = '', name = '', , beginning = ''] = typed
  const term = termNames.find((one) => one === name.toLowerCase())
  if (!term) return []
  const asked = beginning.replace(/"$/, '').toLowerCase()
  const values = known[term] ?? (fixedValues[term] ?? []).map((value) => ({ value, label: value }))
  return values
    .filter(({ value, label }) => value.toLowerCase() !== asked && label.toLowerCase().includes(asked))
    .slice(0, mostTags)
    .map(({ value, label }) => ({
      value: label,
      text: `${before}${writeToken(term, value, minus === '-')} `,
    }))
}
