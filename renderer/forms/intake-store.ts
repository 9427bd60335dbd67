import { createStore, type StoreApi } from 'zustand/vanilla'
import type { InputKind, MediaKind } from '../../shared/api/media.ts'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { type InputRefusal, type InputView, inputMaxBytes } from '../../shared/bridge/media-routes.ts'
import type { LibraryItem } from '../../shared/bridge/views.ts'
import { isHeic } from '../../shared/form/heic.ts'
import { inputReference } from '../../shared/form/input-reference.ts'
import type { FieldMedium } from '../../shared/form/media-shape.ts'
import type { Restored } from '../../shared/library/restored.ts'
import type { PageRequest } from '../bridge/pager.ts'
import type { Route } from '../shell/router.ts'
import { roleOf, type Wish } from './input-role.ts'
import { type IntakeReason, urlProblem, whyNotTaken } from './intake-reason.ts'
import { type Incoming, isOfText, kindOfType } from './read-transfer.ts'

export type UploadResult =
  | { readonly ok: true; readonly value: InputView }
  | { readonly ok: false; readonly code: InputRefusal['code'] | 'disconnected' | 'gone' }

export interface IntakePorts {
  /** Passes a file to the studio. If aborted, it returns `disconnected`. */
  upload(
    file: File,
    options: {
      readonly signal: AbortSignal
      readonly onProgress: (sentBytes: number) => void
      /** Whether HEIC images are taken as they are. */
      readonly takesHeic: boolean
      /** Whether any file is, whatever it is (INP343). */
      readonly takesAny: boolean
    },
  ): Promise<UploadResult>
  /** Makes a file of the library an input that a form can name. */
  fromLibrary(fileId: string): Promise<UploadResult>
  describe(sha256s: readonly string[]): Promise<readonly InputView[] | null>
  /** What a file that is kept carries of its making; null where it says nothing, or can’t be read. */
  carriedBy(sha256: string): Promise<Restored | null>
  listLibrary(query: LibraryPageQuery): Promise<BridgeResult<LibraryPage>>
  /**
   * Called before files are placed, or before the model that is to take them is opened, and what it returns
   * afterwards; that returns the undo of all changes in between.
   */
  remember(openedId: string | null): () => () => void | Promise<void>
  /**
   * Puts this prompt in the place of the form’s where that has choices in braces, so that one image makes one run.
   * Returns whether it did.
   */
  takePrompt(prompt: string): boolean
  /** Has the form make one run and compare nothing; returns what it would have made. */
  makeOne(): MadeOne
}

/** What a form was to make before one file became one run of it (ACT470). */
export interface MadeOne {
  readonly runs: number
  readonly compared: boolean
}

export const wasOne: MadeOne = { runs: 1, compared: false }

export interface LibraryPageQuery extends PageRequest {
  /** As the studio reads it. */
  readonly filter: string
}

export interface LibraryPage {
  readonly items: readonly LibraryItem[]
  readonly nextCursor: string | null
}

/** A media field of the current form. */
export interface IntakeTarget {
  readonly id: string
  /** Its wire name, from which its role follows. */
  readonly name: string
  readonly label: string
  readonly kind: FieldMedium
  /** Whether it takes no URL. */
  readonly isFileOnly?: boolean
  /** Whether it holds a list. */
  readonly many: boolean
  /** The longest URL that it accepts, in characters; null where none is stated. */
  readonly urlMaxLength: number | null
  readonly takesHeic: boolean
  /** How many more it accepts; null where unlimited. A single field accepts one, which replaces its content. */
  readonly room: number | null
  readonly isFilled: boolean
  take(values: readonly string[]): void
}

/** A file that is being passed to the studio. */
export interface PendingInput {
  readonly id: number
  /** Null while no field is chosen for it. */
  readonly targetId: string | null
  readonly name: string
  readonly bytes: number
  readonly sentBytes: number
}

/** Something accepted that has no field yet. A URL's kind is unknown. */
export interface OfferedInput {
  readonly value: string
  readonly name: string
  readonly kind: InputKind | null
  /** Only fields that say so take it. */
  readonly isHeic?: boolean
  readonly isUrl?: true
}

/** What a file carries of its making. */
export interface CarriedSettings {
  readonly name: string
  /** Null where there is nothing that Atelier can read. */
  readonly restored: Restored | null
  /** Whether the person asked for them; else the file was added as a medium. */
  readonly isWanted: boolean
}

export interface NamedReason {
  readonly name: string
  readonly reason: IntakeReason
}

export interface IntakeState {
  readonly targets: readonly IntakeTarget[]
  readonly pending: readonly PendingInput[]
  /** By field, the last refusals; under '' those without a field. */
  readonly refusals: Readonly<Record<string, readonly NamedReason[]>>
  /** Things for which the person has to choose a field; null while there are none. */
  readonly offer: readonly OfferedInput[] | null
  /** What the offered things are wanted for; null where the person didn’t say. */
  readonly wish: Wish | null
  /** Where the person was when they wanted it, to return there if they don't go on; absent where they chose a model. */
  readonly from?: OfferedFrom | undefined
  /** The last thing that a wish placed. */
  readonly granted: Granted | null
  /** How many more of the offered files are still to be read. */
  readonly toCome: number
  /** The known files by their SHA-256; null for those that are gone. */
  readonly known: Readonly<Record<string, InputView | null>>
  /** The last added file that Atelier made itself; those of one run are named once. */
  readonly madeHere: InputView | null
  /** The settings in the last file that was added; of several files the first that has some. */
  readonly carried: CarriedSettings | null
  /** What is to be read for its settings. */
  readonly toRestore: readonly Incoming[]
  /** How many things are being received. */
  readonly receiving: number
  /** The fields whose URL was left as it was typed and is none. */
  readonly unusedUrls: readonly string[]
}

/** Why nothing can be sent yet: it would be sent without what the person has just added. Null where all is there. */
export function unfinishedInput({ receiving, unusedUrls }: IntakeState): 'reading' | 'url' | null {
  if (receiving > 0) return 'reading'
  return unusedUrls.length > 0 ? 'url' : null
}

/** A screen, with the file of it that is offered. */
export interface OfferedFrom extends Route {
  readonly fileId: string
}

/** A field that has what it was wanted for. */
export interface Granted {
  readonly label: string
  /** Whether the file’s own prompt took the place of the form’s. */
  readonly withPrompt: boolean
  /** What the form was to make before. */
  readonly before: MadeOne
  undo(): void | Promise<void>
}

/** Every way in which media are added to the form; one at a time, in order. */
export interface Intake {
  readonly store: StoreApi<IntakeState>
  /** Registers a mounted field; returns a function that removes it. */
  register(target: IntakeTarget): () => void
  /** The field has changed. */
  update(target: IntakeTarget): void
  /** Makes a thing a value that a form can hold, without putting it anywhere; null where it is refused. */
  keep(thing: Incoming): Promise<string | null>
  /** A form is mounted with all its fields: earlier files are put in the one that accepts them. */
  fieldsShown(): void
  /** Adds things to one field; with `replace`, one thing in place of another in the field. */
  bring(targetId: string, things: readonly Incoming[], replace?: (value: string) => void): Promise<void>
  /**
   * Adds things to the one field that accepts them, or asks which. With a wish it is the first field of that
   * role; where the form has none, or another model is wanted, the person is asked for a model. A file of the
   * library that is being received or offered already is not offered again.
   */
  offer(things: readonly Incoming[], wish?: Wish | null, from?: OfferedFrom): Promise<void>
  /**
   * The person has chosen a model for the offered things, to be called before it is opened: its form gets them as
   * soon as it is shown.
   */
  modelChosen(modelId: string): void
  /** Puts the offered things in a field, as far as they fit. */
  place(targetId: string): void
  /** Puts each offered thing in a field of its own; null leaves it out. */
  placeEach(targetIds: readonly (string | null)[]): void
  closeOffer(): void
  cancel(pendingId: number): void
  dismiss(targetId: string): void
  /** What was typed as a URL for this field was left and is none; with `false`, it was mended or dropped. */
  leaveUrl(targetId: string, isUnused: boolean): void
  dismissMadeHere(): void
  /** These are read for the settings that they carry, and for nothing else; an empty list once that is done. */
  restore(things: readonly Incoming[]): void
  /** What is carried is looked at, or not any more (null). */
  showCarried(carried: CarriedSettings | null): void
  /** Requests the studio's record of a file. */
  learn(sha256: string): void
  /** A page of the library, newest first. */
  readonly listLibrary: IntakePorts['listLibrary']
}

type Slow = Exclude<Incoming, { readonly type: 'url' }>

const noField = ''

export function createIntake(ports: IntakePorts): Intake {
  const store = createStore<IntakeState>(() => ({
    targets: [],
    pending: [],
    refusals: {},
    offer: null,
    wish: null,
    granted: null,
    toCome: 0,
    known: {},
    madeHere: null,
    carried: null,
    toRestore: [],
    receiving: 0,
    unusedUrls: [],
  }))
  const { getState, setState } = store
  const flights = new Map<number, AbortController>()
  const toLearn = new Set<string>()
  /** The runs whose settings were offered for what was added last: their further files offer the same. */
  const named = new Set<string>()
  /** The files of the library that are being received without a field. */
  const arriving = new Set<string>()
  let count = 0
  /** How often something was brought to a field, and which time was the last that a field of one thing took it. */
  const broughtTo = new Map<string, { times: number; taken: number }>()
  /** What a list took since it said how much room it has. */
  const handed = new Map<string, { readonly target: IntakeTarget; readonly count: number }>()
  /** The form before the person chose a model for what is offered; null where they have not. */
  let beforeModel: ReturnType<IntakePorts['remember']> | null = null
  let madeOne = wasOne

  const targetOf = (id: string) => getState().targets.find((target) => target.id === id)

  function refuse(targetId: string | null, refusal: NamedReason) {
    const key = targetId ?? noField
    setState(({ refusals }) => ({ refusals: { ...refusals, [key]: [...(refusals[key] ?? []), refusal] } }))
  }

  function forget(key: string) {
    setState(({ refusals }) => ({ refusals: { ...refusals, [key]: [] } }))
  }

  function change(id: number, pending: Partial<PendingInput>) {
    setState((state) => ({
      pending: state.pending.map((one) => (one.id === id ? { ...one, ...pending } : one)),
    }))
  }

  /** What is taken besides media that pages show; without a field, what any takes. */
  function takingOf(targetId: string | null) {
    const targets = getState().targets.filter(({ id }) => targetId === null || id === targetId)
    return {
      takesHeic: targets.some((target) => target.takesHeic),
      takesAny: targets.some(({ kind }) => kind === 'file'),
    }
  }

  async function upload(targetId: string | null, file: File): Promise<UploadResult | null> {
    if (file.size === 0) return { ok: false, code: 'empty_file' }
    if (file.size > inputMaxBytes) return { ok: false, code: 'too_large' }
    count += 1
    const id = count
    const controller = new AbortController()
    flights.set(id, controller)
    const { name, size: bytes } = file
    setState(({ pending }) => ({ pending: [...pending, { id, targetId, name, bytes, sentBytes: 0 }] }))
    const result = await ports.upload(file, {
      signal: controller.signal,
      onProgress: (sentBytes) => change(id, { sentBytes }),
      ...takingOf(targetId),
    })
    flights.delete(id)
    setState(({ pending }) => ({ pending: pending.filter((one) => one.id !== id) }))
    return controller.signal.aborted ? null : result
  }

  /** Of what is added now, each run and the first settings are named once. */
  function beginNaming() {
    named.clear()
    setState({ carried: null })
  }

  function restore(toRestore: readonly Incoming[]) {
    beginNaming()
    setState({ toRestore })
  }

  const receiveMore = (more: 1 | -1) => setState(({ receiving }) => ({ receiving: receiving + more }))

  /** Null where it was refused, which is shown, or canceled. A URL is received at once, before anything else. */
  function receive(
    targetId: string | null,
    thing: Incoming,
  ): OfferedInput | null | Promise<OfferedInput | null> {
    return thing.type === 'url' ? receiveUrl(targetId, thing) : receiveSlowly(targetId, thing)
  }

  function receiveUrl(targetId: string | null, { url }: { readonly url: string }): OfferedInput | null {
    const most = targetId === null ? null : (targetOf(targetId)?.urlMaxLength ?? null)
    const reason = urlProblem(url, most)
    if (reason) refuse(targetId, { name: '', reason })
    return reason ? null : { value: url, name: new URL(url).host, kind: null, isUrl: true }
  }

  async function receiveSlowly(targetId: string | null, thing: Slow): Promise<OfferedInput | null> {
    receiveMore(1)
    try {
      return await read(targetId, thing)
    } finally {
      receiveMore(-1)
    }
  }

  async function read(targetId: string | null, thing: Slow): Promise<OfferedInput | null> {
    if (thing.type === 'folder') {
      refuse(targetId, { name: thing.name, reason: { code: 'folder' } })
      return null
    }
    const result =
      thing.type === 'file' ? await upload(targetId, thing.file) : await ports.fromLibrary(thing.fileId)
    if (!result) return null
    if (!result.ok) {
      const name = thing.type === 'file' ? thing.file.name : ''
      const isFileOnly = targetId !== null && targetOf(targetId)?.isFileOnly === true
      const reason: IntakeReason =
        result.code === 'too_large'
          ? { code: 'too_large', ...(isFileOnly && { isFileOnly }) }
          : { code: result.code }
      refuse(targetId, { name, reason })
      return null
    }
    const input = result.value
    setState(({ known }) => ({ known: { ...known, [input.sha256]: input } }))
    // What is no medium is sent as it is, whatever is in it.
    if (thing.type === 'file' && input.kind !== 'other') await nameOrigin(input)
    const { sha256, name, kind, mediaType } = input
    return { value: inputReference(sha256), name, kind, ...(isHeic(mediaType) && { isHeic: true }) }
  }

  async function nameOrigin(input: InputView) {
    const { submissionId } = input.madeHere ?? {}
    if (submissionId === undefined) return nameCarried(input)
    if (named.has(submissionId)) return
    named.add(submissionId)
    setState({ madeHere: input })
  }

  async function nameCarried({ sha256, name }: InputView) {
    if (getState().carried) return
    const restored = await ports.carriedBy(sha256)
    if (restored) setState({ carried: { name, restored, isWanted: false } })
  }

  /** A thing of another kind than the field's is refused. Returns whether it was accepted. */
  function hand(target: IntakeTarget, offered: OfferedInput, take = takeOne): boolean {
    const reason = whyNotTaken(target, offered)
    if (reason) refuse(target.id, { name: offered.name, reason })
    else {
      take(offered.value, target)
      handed.set(target.id, { target, count: handedTo(target) + 1 })
    }
    return reason === null
  }

  /** Several may be handed before the field says how much room is left. */
  function handedTo(target: IntakeTarget): number {
    const known = handed.get(target.id)
    return known?.target === target ? known.count : 0
  }

  function roomLeft(target: IntakeTarget): number | null {
    return target.room === null ? null : Math.max(0, target.room - handedTo(target))
  }

  /** A field of one thing has it: what was brought before, and is still read, is not wanted any more. */
  function takesPlace(targetId: string, brought: { taken: number }, own: number): void {
    brought.taken = own
    for (const one of getState().pending) if (one.targetId === targetId) cancel(one.id)
  }

  function leaveOut(targetId: string, names: readonly string[], room: number | null): void {
    if (room === null || names.length === 0) return
    refuse(targetId, { name: '', reason: { code: 'left_out', names, room } })
  }

  async function bring(
    targetId: string,
    things: readonly Incoming[],
    replace?: (value: string) => void,
    isChosen = true,
  ): Promise<void> {
    const target = targetOf(targetId)
    if (!target) return offer(things)
    beginNaming()
    forget(targetId)
    if (things.length === 0) refuse(targetId, { name: noField, reason: { code: 'nothing' } })
    const room = replace ? 1 : target.room
    const isOne = !target.many && !replace
    const brought = broughtTo.get(targetId) ?? { times: 0, taken: 0 }
    broughtTo.set(targetId, brought)
    brought.times += 1
    const own = brought.times
    const left: string[] = []
    // A refused file takes no room.
    let taken = 0
    for (const thing of things) {
      if (taken === room) {
        left.push(nameOf(thing))
        continue
      }
      const receiving = receive(targetId, thing)
      // Without a wait in between, so that a URL is in the form when its field is left.
      const received = receiving instanceof Promise ? await receiving : receiving
      if (!received) continue
      // What was brought later is there already, and stays.
      if (isOne && brought.taken > own) return
      const now = targetOf(targetId)
      if (now?.many && !replace && roomLeft(now) === 0) {
        left.push(nameOf(thing))
        continue
      }
      // A recipe of ours may be all that is meant: the person chooses, unless they chose the field.
      const mayBeRecipe = !isChosen && typeof getState().carried?.restored?.modelId === 'string'
      if (!now || mayBeRecipe) addToOffer(received, thing)
      else if (hand(now, received, replace)) {
        taken += 1
        if (isOne) takesPlace(targetId, brought, own)
      }
    }
    leaveOut(targetId, left, room)
  }

  /** A file of the library is offered once; files from elsewhere may be wanted in two fields. */
  function addToOffer(input: OfferedInput, { type }: Incoming) {
    const offered = getState().offer ?? []
    const isKnown = type === 'library' && offered.some(({ value }) => value === input.value)
    setState({ offer: isKnown ? offered : [...offered, input] })
  }

  /** The only field that accepts all of these; null where there is none, or a choice. */
  function onlyTargetFor(
    things: readonly Pick<OfferedInput, 'kind' | 'isHeic' | 'isUrl'>[],
  ): IntakeTarget | null {
    const [only, another] = getState().targets.filter((target) =>
      things.every((thing) => whyNotTaken(target, thing) === null),
    )
    return only && !another && only.room !== 0 ? only : null
  }

  async function offer(
    all: readonly Incoming[],
    wish: Wish | null = null,
    from?: OfferedFrom,
  ): Promise<void> {
    const texts = all.filter((thing) => thing.type === 'file' && isOfText(thing.file))
    const offered = all.filter((thing) => !texts.includes(thing))
    if (texts.length > 0) restore(texts)
    if (texts.length > 0 && offered.length === 0) return
    const things = offered.filter((thing) => thing.type !== 'library' || !arriving.has(thing.fileId))
    // A double click: the same file for what was wanted last.
    if (things.length < offered.length && things.length === 0) return setState({ wish })
    const at =
      wish === null && things.length > 0 && things.every(isFile)
        ? onlyTargetFor(things.map((thing) => ({ kind: kindOf(thing) })))
        : null
    if (at) return bring(at.id, things, undefined, things.length > 1)
    beginNaming()
    forget(noField)
    beforeModel = null
    madeOne = wasOne
    setState({ wish, from })
    // Reading from disk takes visible time; everything else is here at once.
    if (things.some(isFile) && wish === null) ask()
    if (things.length === 0) refuse(null, { name: '', reason: { code: 'nothing' } })
    setState(({ toCome }) => ({ toCome: toCome + things.length }))
    for (const thing of things) {
      const wasOffering = getState().offer !== null
      const received = await receiveForOffer(thing)
      if (wasOffering && getState().offer === null) return
      setState(({ toCome }) => ({ toCome: Math.max(0, toCome - 1) }))
      if (received) addToOffer(received, thing)
    }
    if (!placeWhereItFits()) ask()
  }

  async function receiveForOffer(thing: Incoming): Promise<OfferedInput | null> {
    if (thing.type !== 'library') return receive(null, thing)
    arriving.add(thing.fileId)
    try {
      return await receive(null, thing)
    } finally {
      arriving.delete(thing.fileId)
    }
  }

  /** Returns whether one field took everything that is offered. */
  function placeWhereItFits(): boolean {
    const { offer, wish } = getState()
    const offered = offer ?? []
    const wished = wish && wishedTarget(offered, wish)
    const at = wished ?? (wish === null || beforeModel ? onlyTargetFor(offered) : null)
    if (offered.length === 0 || !at) return false
    const placed = beforeModel ?? ports.remember(null)
    place(at.id)
    if (!wish) return true
    const withPrompt = wish.prompt !== undefined && ports.takePrompt(wish.prompt)
    setState({ granted: { label: at.label, withPrompt, before: madeOne, undo: placed() } })
    return true
  }

  /** The field for which these are wanted; null where there is none, or a model has to be chosen first. */
  function wishedTarget(offered: readonly OfferedInput[], { role, making }: Wish): IntakeTarget | null {
    if (making !== null && !beforeModel) return null
    const fitting = getState().targets.find(
      (target) =>
        roleOf(target.name) === role &&
        target.room !== 0 &&
        offered.every((input) => input.kind !== null && whyNotTaken(target, input) === null),
    )
    return fitting ?? null
  }

  function fieldsShown() {
    if (getState().toCome > 0 || placeWhereItFits()) return
    // The chosen model has several fields for it and none of that role: the person chooses one.
    if (beforeModel) setState({ wish: null })
  }

  function ask() {
    setState(({ offer: before }) => ({ offer: before ?? [] }))
  }

  function placeEach(targetIds: readonly (string | null)[]) {
    const { offer, targets } = getState()
    const own = targets.map((target) => (offer ?? []).filter((_, index) => targetIds[index] === target.id))
    closeOffer()
    for (const [index, target] of targets.entries()) handAll(target, own[index] ?? [])
  }

  /** All at once: sequential changes of a list would each overwrite the one before. */
  function handAll(target: IntakeTarget, offered: readonly OfferedInput[]) {
    if (offered.length === 0) return
    forget(target.id)
    const left: string[] = []
    const taken: string[] = []
    for (const input of offered) {
      if (taken.length === target.room) left.push(input.name)
      else hand(target, input, (value) => taken.push(value))
    }
    if (taken.length > 0) target.take(taken)
    leaveOut(target.id, left, target.room)
  }

  function place(targetId: string) {
    if (targetOf(targetId)) placeEach((getState().offer ?? []).map(() => targetId))
  }

  function closeOffer() {
    setState({ offer: null, toCome: 0, wish: null })
    for (const { id, targetId } of getState().pending) if (targetId === null) cancel(id)
  }

  function cancel(id: number) {
    flights.get(id)?.abort()
  }

  async function learnAll() {
    const sha256s = [...toLearn]
    toLearn.clear()
    const found = await ports.describe(sha256s)
    if (!found) return
    const news: Record<string, InputView | null> = Object.fromEntries(sha256s.map((sha256) => [sha256, null]))
    for (const input of found) news[input.sha256] = input
    setState(({ known }) => ({ known: { ...known, ...news } }))
  }

  return {
    store,
    keep: async (thing) => (await receive(null, thing))?.value ?? null,
    bring,
    offer,
    place,
    placeEach,
    closeOffer,
    cancel,
    fieldsShown,
    modelChosen(modelId) {
      beforeModel = ports.remember(modelId)
      if (getState().wish?.making) madeOne = ports.makeOne()
      setState({ from: undefined })
    },
    register(target) {
      setState(({ targets }) => ({ targets: [...targets, target] }))
      return () => {
        setState(({ targets }) => ({ targets: targets.filter(({ id }) => id !== target.id) }))
      }
    },
    update(target) {
      setState(({ targets }) => ({ targets: targets.map((one) => (one.id === target.id ? target : one)) }))
    },
    listLibrary: ports.listLibrary,
    dismiss: forget,
    leaveUrl(targetId, isUnused) {
      const others = getState().unusedUrls.filter((id) => id !== targetId)
      setState({ unusedUrls: isUnused ? [...others, targetId] : others })
    },
    dismissMadeHere: () => setState({ madeHere: null }),
    restore,
    showCarried: (carried) => setState({ carried }),
    learn(sha256) {
      if (Object.hasOwn(getState().known, sha256)) return
      if (toLearn.size === 0) queueMicrotask(() => void learnAll())
      toLearn.add(sha256)
    },
  }
}

function takeOne(value: string, target: IntakeTarget): void {
  target.take([value])
}

function nameOf(thing: Incoming): string {
  switch (thing.type) {
    case 'file':
      return thing.file.name
    case 'folder':
      return thing.name
    case 'url':
      return thing.url
    case 'library':
      return thing.fileId
  }
}

function isFile(thing: Incoming): boolean {
  return thing.type === 'file'
}

/** Null where it is unknown before it is read. */
function kindOf(thing: Incoming): MediaKind | null {
  return thing.type === 'file' ? kindOfType(thing.file.type) : null
}
