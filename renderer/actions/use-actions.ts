import type { LucideIcon } from 'lucide-react'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import type { MediaKind } from '../../shared/api/media.ts'
import { useIntake } from '../forms/intake-context.tsx'
import { copyImage } from '../media/copy-image.ts'
import { leaveFullScreen } from '../media/full-screen.ts'
import { saveFile } from '../media/save-file.ts'
import { readLastFrame } from '../media/video-poster.ts'
import { useAtelier } from '../shell/atelier-context.tsx'
import { type ActionKey, type KeyBinding, matches, shownKeys, useKeys } from '../shell/keys.ts'
import { useFormUndo, useNotify } from '../ui/toaster.tsx'
import { useWords, type Words } from '../words/words-context.tsx'
import type { ActionDeps, ActionRow, Place, ReadSubject, ResultTools, Section, Subject } from './action.ts'
import type { ActionId } from './action-id.ts'
import { actionTable, rowsFor } from './action-table.ts'
import { useVariation } from './use-variation.ts'

/** An action of the table, for one subject, as it is shown. */
export interface ActionItem {
  readonly id: ActionId
  readonly section: Section
  readonly icon: LucideIcon
  /** With its price, where it costs something. */
  readonly name: string
  /** For a button with little room; a part of the name. */
  readonly short: string
  readonly hint: string | null
  /** To be pressed together. */
  readonly keys: readonly string[]
  readonly binding: KeyBinding
  /** By another key. */
  readonly otherBinding: KeyBinding | null
  readonly isPaid: boolean
  readonly isAvailable: boolean
  /** Its price is being read: its key is taken, and what it costs is said before anything is sent (ACT351). */
  readonly isPending: boolean
  /** The kinds for which it is a button of its own. */
  readonly leads: readonly MediaKind[]
  run(): void
}

const tools: ResultTools = {
  save: saveFile,
  copyText: (text) => navigator.clipboard.writeText(text),
  copyImage,
  readLastFrame,
  leaveFullScreen,
}

/** The actions on a subject, in the table’s order; none while there is no subject. */
export function useActions(subject: Subject | null): readonly ActionItem[] {
  const deps = useActionDeps()
  const { isRead, ...here } = useVariation(subject)
  const { elsewhere } = here
  const fileId = subject?.file?.fileId
  const { unreadable } = useAtelier()
  const isUnreadable = useStore(unreadable, ({ ids }) => fileId !== undefined && ids.has(fileId))
  const early = useRef<string | null>(null)
  const note = (id: string) => {
    early.current = id
  }
  const items = subject
    ? itemsFor({ ...subject, ...here, isUnreadable }, deps, isRead ? null : () => note(subject.id))
    : []
  useOfferOfEarly({ subject, isRead, elsewhere, items, early })
  return items
}

/** `onEarly`: the key of what costs money was pressed, and its price is not read yet; null where it is. */
export function itemsFor(
  subject: ReadSubject,
  deps: ActionDeps,
  onEarly: (() => void) | null = null,
): readonly ActionItem[] {
  return rowsFor(subject).map((row) => toItem(row, subject, deps, onEarly))
}

interface EarlyOffer extends Pick<ReturnType<typeof useVariation>, 'isRead' | 'elsewhere'> {
  readonly subject: Subject | null
  readonly items: readonly ActionItem[]
  /** The id of the subject for which it was wanted. */
  readonly early: RefObject<string | null>
}

/**
 * What costs money and was wanted before its price was known is offered at that price once it is: a run whose price
 * nobody has seen is not sent.
 */
function useOfferOfEarly({ subject, isRead, elsewhere, items, early }: EarlyOffer): void {
  const notify = useNotify()
  const { actions } = useWords()
  const id = subject?.id ?? null
  const latest = useRef<() => { close(): void } | undefined>(undefined)
  latest.current = () => {
    const item = items.find(({ isPaid }) => isPaid)
    if (!item) return
    const { name, run, isAvailable } = item
    if (isAvailable) return notify(actions.varyOffered, 'calm', { label: name, isPaid: true, run })
    return notify(elsewhere ? actions.madeElsewhere.vary(elsewhere) : actions.varyImpossible)
  }
  useEffect(() => {
    if (!isRead || early.current === null) return
    const isThis = early.current === id
    early.current = null
    const note = isThis ? latest.current?.() : undefined
    return () => note?.close()
  }, [isRead, id, early])
}

interface Early {
  readonly of: string
  readonly event: KeyboardEvent
}

/**
 * Keys of actions that are pressed in a place before it is known what it shows: the last of them is done once that is
 * known, if it still is the same (ACT351).
 */
export function useEarlyKeys(place: Place, of: string, isKnown: boolean, items: readonly ActionItem[]): void {
  const early = useRef<Early | null>(null)
  const keys = actionTable
    .filter(({ places }) => places.includes(place))
    .flatMap(({ key, otherKey }) => (otherKey ? [key, otherKey] : [key]))
  useKeys(
    keys.map((key) => ({
      ...key,
      once: true,
      run(event) {
        if (event) early.current = { of, event }
      },
    })),
    !isKnown,
  )
  const latest = useRef(items)
  latest.current = items
  useEffect(() => {
    const pressed = early.current
    if (!isKnown || !pressed) return
    early.current = null
    if (pressed.of !== of) return
    const binding = bindingsOf(latest.current).find((one) => matches(one, pressed.event))
    binding?.run(pressed.event)
  }, [isKnown, of])
}

function bindingsOf(items: readonly ActionItem[]): readonly KeyBinding[] {
  return items
    .filter(({ isAvailable, isPending }) => isAvailable || isPending)
    .flatMap(({ binding, otherBinding }) => (otherBinding ? [binding, otherBinding] : [binding]))
}

/** Makes this the result that the page’s other menus act on, while the component is mounted. */
export function useShownResult(subject: Subject | null): void {
  const { shownResult } = useAtelier()
  useEffect(() => {
    shownResult.setState({ subject })
    return () => {
      if (shownResult.getState().subject === subject) shownResult.setState({ subject: null })
    }
  }, [shownResult, subject])
}

/** Makes this what the palette offers for the batch that is shown, while there is a name for it. */
export function useBatchAct(name: string | null, run: () => void): void {
  const { shownResult } = useAtelier()
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    if (name === null) return
    shownResult.setState({ batchAct: { name, run: () => latest.current() } })
    return () => shownResult.setState({ batchAct: null })
  }, [shownResult, name])
}

/**
 * Binds the keys of these actions while the component is mounted. Where the row of another run has the focus, a key shows
 * that run instead: what is pressed next is for it.
 */
export function useActionKeys(items: readonly ActionItem[]): void {
  useKeys(
    bindingsOf(items).map((binding) => ({ ...binding, run: (event) => showFocused() || binding.run(event) })),
  )
}

/** Whether the focus is on the row of a run or a sheet, or on a control beside it, that was not shown until now. */
function showFocused(): boolean {
  const entry = document.activeElement?.closest('li')
  const row = entry?.querySelector<HTMLElement>('[data-row]')
  // The row of an unfolded sheet isn't marked where the run that is shown is among its own.
  if (!row || entry?.querySelector('[data-row][aria-current="true"]')) return false
  row.click()
  return true
}

export function useActionDeps(): ActionDeps {
  const { recipes, router, bridge, collecting } = useAtelier()
  const undoNotes = useFormUndo()
  const intake = useIntake()
  const notify = useNotify()
  const words = useWords()
  return useMemo(
    () => ({
      recipes,
      router,
      intake,
      notify,
      words,
      tools,
      bridge,
      collecting,
      undoNotes,
      random: Math.random,
    }),
    [recipes, router, intake, notify, words, bridge, collecting, undoNotes],
  )
}

/** Runs an action; one whose code can’t be loaded says so, and loads it anew the next time. */
async function perform(row: ActionRow, ...args: Parameters<ActionRow['run']>): Promise<void> {
  const [, { notify, words }] = args
  try {
    await row.run(...args)
  } catch (cause) {
    const retry = { label: words.shell.retry, run: () => void perform(row, ...args) }
    notify(words.shell.partFailed, 'danger', retry)
    throw cause
  }
}

function toItem(
  row: ActionRow,
  subject: ReadSubject,
  deps: ActionDeps,
  onEarly: (() => void) | null,
): ActionItem {
  const { actions, shell } = deps.words
  const { id, section, icon, leads } = row
  const plain = nameOf(id, subject, deps.words)
  const price = row.isPaid ? priceOf(subject, deps.words) : null
  const run = () => void perform(row, subject, deps)
  const short = actions.short[id as keyof typeof actions.short] ?? plain
  const hint = hintOf(id, subject, actions)
  const isPending = row.isPaid === true && onEarly !== null
  const bound = (key: ActionKey): KeyBinding => ({
    ...key,
    once: row.repeats !== true,
    run: isPending
      ? onEarly
      : (event) => void perform(row, subject, deps, event !== undefined && goesOn(event)),
  })
  return {
    id,
    section,
    icon,
    leads,
    name: price === null ? plain : actions.priced(plain, price.long),
    short: price?.short ? actions.priced(short, price.short) : short,
    hint: hint && price ? actions.priced(hint, price.long) : hint,
    isPaid: row.isPaid === true,
    keys: shownKeys(row.key, shell.keyNames),
    isAvailable: row.isAvailable(subject),
    isPending,
    binding: bound(row.key),
    otherBinding: row.otherKey ? bound(row.otherKey) : null,
    run,
  }
}

/** Shift or Caps Lock. */
function goesOn(event: KeyboardEvent): boolean {
  return event.shiftKey || event.getModifierState('CapsLock')
}

/** What moves in the queue is a whole sheet, which the chosen run alone would not tell (RUN24). */
function nameOf(id: ActionId, { queued }: ReadSubject, words: Words): string {
  const { names, sheetNames } = words.actions
  const sheet = queued?.sheet(words) ?? null
  const ofSheet = sheet && sheetNames[id as keyof typeof sheetNames]
  return ofSheet ? ofSheet(sheet.count) : names[id]
}

function hintOf(
  id: ActionId,
  { variation, elsewhere }: ReadSubject,
  actions: Words['actions'],
): string | null {
  if (id === 'vary' && elsewhere) return actions.madeElsewhere.vary(elsewhere)
  if (id === 'vary' && variation?.seed) return actions.varyWithSeed
  return actions.hints[id as keyof typeof actions.hints] ?? null
}

/** Null while it is unknown; `short` is null where the price isn’t listed. */
function priceOf({ variation }: ReadSubject, { pricing, actions }: Words) {
  if (!variation) return null
  const price = pricing.short(variation.estimate)
  return { short: price, long: price ?? actions.priceNotListed }
}
