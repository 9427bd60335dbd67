import type { LucideIcon } from 'lucide-react'
import type { MediaKind } from '../../shared/api/media.ts'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { ParsedInput } from '../../shared/bridge/procedures.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { Estimate } from '../../shared/pricing/estimate.ts'
import type { Intake } from '../forms/intake-store.ts'
import type { MediaControls } from '../media/media-controls.ts'
import type { ActionKey } from '../shell/keys.ts'
import type { RecipeHandoff } from '../shell/recipe-handoff.ts'
import type { Router } from '../shell/router.ts'
import type { UndoNotes } from '../ui/undo-notes.ts'
import type { AccountLabel } from '../words/account-label.ts'
import type { Words } from '../words/words-context.tsx'
import type { ActionId } from './action-id.ts'
import type { Collecting } from './collecting.ts'
import type { MovedInQueue } from './queue-place.ts'

/** Where a result or a run is shown: `list` is the runs beside the form, `grid` the library’s files. */
export type Place = 'stage' | 'list' | 'viewer' | 'grid'

/** The model and settings that made a result. */
export interface Origin {
  /** The account of the run. */
  readonly account: string
  readonly modelId: string
  readonly values: Readonly<Record<string, unknown>>
}

/** One more run with the same settings, at today’s price. */
export interface Variation extends Origin {
  readonly estimate: Estimate
  /** The bounds of its seed; null where the model takes none. */
  readonly seed: SeedBounds | null
}

export interface SeedBounds {
  readonly minimum: number | null
  readonly maximum: number | null
}

/** Where a waiting run is moved in the queue. */
export type QueueStep = 'first' | 'earlier' | 'later' | 'last'

/** What moves in the queue with a run: the runs of its sheet that wait. */
export interface QueuedSheet {
  readonly prompt: string
  readonly count: number
}

/** A run that has not been sent. */
export interface Queued {
  /** Null where the run moves alone. */
  sheet(words: Words): QueuedSheet | null
  cancel(): Promise<BridgeResult<unknown>>
  move(to: QueueStep): Promise<BridgeResult<MovedInQueue>>
}

/** All that a list finds by now: the studio changes that by one call, however many files it is. */
export type FoundFiles = Omit<ParsedInput<'library.change'>, 'change'>

/** What an action is done to: a result, or a run that has none. */
export interface Subject {
  /** Two subjects with the same id are the same result in the same state. */
  readonly id: string
  readonly place: Place
  readonly kind: MediaKind
  readonly prompt: string
  /** Its saved file; null for a run without one. */
  readonly file: FileView | null
  /** What marks and collections are for: the files that are selected with it, else the file alone. */
  readonly files: readonly FileView[]
  /** Reads all of those, or the first so many, where `files` holds only some of them. */
  readonly readFiles?: ((most?: number) => Promise<readonly FileView[]>) | null
  /** The batches of contact sheets that are selected as well, or of the first so many: their files are shown together, too. */
  readonly readSheets?: ((most: number) => Promise<readonly string[]>) | null
  /** All that is selected as a query, where that is everything that a list finds and more than `files`. */
  readonly readFound?: (() => FoundFiles | null) | null
  /** What Download saves: the same files, and on a sheet all of the chosen run; empty: the whole batch. */
  readonly downloads: readonly FileView[]
  /** Whether it is in the library, in the trash, or deleted from it for good. */
  readonly standing: 'library' | 'trash' | 'deleted'
  /** Asks whether files of the trash are to be deleted for good; null where that isn’t offered. */
  readonly askPurge: ((files: readonly FileView[]) => void) | null
  /** The batch that it is shown in, or stands for, where that may have more files; else null. */
  readonly batchId: string | null
  /** Goes on to the next file, in a place that has an order. */
  readonly advance: (() => void) | null
  /** Returns to this file from one to which a mark went on, while that place is open. */
  readonly retreat?: (() => void) | undefined
  /** The collection that it is shown in. */
  readonly collectionId: string | null
  /** Null where our record of the run can’t be read. */
  readonly readOrigin: (() => Promise<BridgeResult<Origin>>) | null
  /** The controls of the view that shows it large; null where there is none. */
  readonly view: (() => MediaControls | null) | null
  /** Null where nothing is left to cancel. */
  readonly queued: Queued | null
  /** All that it is shown together with, itself included: these are compared and surveyed, not `files`. */
  readonly together?: readonly FileView[]
  /** Reads the file that it is compared with where it is alone. */
  readonly beside?: () => Promise<FileView | null>
  /** Lists the files that are like it; absent where that isn’t offered. */
  readonly findAlike?: () => void
  /** Shows the file in its folder; null where the host can’t. */
  readonly reveal: ((fileId: string) => Promise<BridgeResult<unknown>>) | null
}

/** A subject with what is read about it. */
export interface ReadSubject extends Subject {
  /** Null until it is known, and where the model no longer takes these settings. */
  readonly variation: Variation | null
  /** The account that made it, where that is not the active one: nothing more is sent for it. */
  readonly elsewhere: AccountLabel | null
  /** Whether this browser could not read its file. */
  readonly isUnreadable: boolean
}

/** What the actions use. */
export interface ActionDeps {
  readonly recipes: Pick<RecipeHandoff, 'offer'>
  readonly router: Pick<Router, 'go' | 'store'>
  readonly intake: Pick<Intake, 'offer'>
  readonly notify: (
    text: string,
    tone?: 'calm' | 'danger',
    ...actions: readonly { readonly label: string; readonly run: () => void }[]
  ) => { close(): void } | undefined
  readonly words: Words
  readonly tools: ResultTools
  /** What is marked is written with the bridge alone. */
  readonly bridge: Bridge
  readonly collecting: Collecting
  /** Notes of changes, each with its undo. */
  readonly undoNotes: Pick<UndoNotes, 'add'>
  /** Returns 0 up to 1. */
  readonly random: () => number
}

/** What the browser does with a file. */
export interface ResultTools {
  save(url: string): void
  copyText(text: string): Promise<void>
  /** Puts an image on the clipboard as PNG; rejects where the browser refuses. */
  copyImage(url: string): Promise<void>
  /** The last frame of a video as a PNG file of this name; rejects where the video can’t be read. */
  readLastFrame(url: string, name: string): Promise<File>
  leaveFullScreen(): void
}

/** Actions of one section stand together in a menu. */
export type Section =
  | 'lead'
  | 'again'
  | 'judge'
  | 'together'
  | 'collect'
  | 'keep'
  | 'look'
  | 'queue'
  | 'remove'

/** One row of the table of actions. Its name is `words.actions.names[id]`. */
export interface ActionRow {
  readonly id: ActionId
  readonly section: Section
  readonly icon: LucideIcon
  readonly key: ActionKey
  /** Another key that does the same. */
  readonly otherKey?: ActionKey
  readonly places: readonly Place[]
  /** The kinds of result it applies to. */
  readonly kinds: readonly MediaKind[]
  /** Whether it needs a saved file; else it is for the run, with or without one. */
  readonly needs: 'file' | 'run'
  /** The kinds for which it is a button of its own beside the menu. */
  readonly leads: readonly MediaKind[]
  /** It is done again while its key is held. */
  readonly repeats?: true
  /** It sends a run that costs money: its key needs a modifier, and its name shows the price. */
  readonly isPaid?: true
  /** Whether it is possible now; one that isn’t is shown as disabled. */
  isAvailable(subject: ReadSubject): boolean
  /** Whether it is shown at all, where places and kinds don’t decide that. */
  isShown?(subject: ReadSubject): boolean
  /** Failures are shown to the person. `goesOn`: the key was pressed so as to go on to the next file. */
  run(subject: ReadSubject, deps: ActionDeps, goesOn?: boolean): unknown
}
