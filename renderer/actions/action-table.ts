import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ArrowUpToLine,
  Ban,
  BookImage,
  Clapperboard,
  ClipboardCopy,
  Copy,
  Dices,
  Download,
  Expand,
  FileArchive,
  FolderOpen,
  ImageDown,
  ImagePlay,
  Images,
  ImageUp,
  Play,
  RotateCcw,
  ScanSearch,
  SquarePlus,
  Star,
  StepBack,
  StepForward,
  Tag,
  Trash2,
  Undo2,
} from 'lucide-react'
import type { MediaKind } from '../../shared/api/media.ts'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { Label } from '../../shared/library/judgement.ts'
import type { ActionKey } from '../shell/keys.ts'
import type { ActionRow, Place, ReadSubject, Subject } from './action.ts'
import type { MarkId } from './action-id.ts'
import { collect } from './collect.ts'
import { download, downloadBatch } from './download.ts'
import { leave } from './leave.ts'
import { mark, restore, trash, uncollect } from './mark.ts'
import {
  copied,
  moveInQueue,
  offerFile,
  onFile,
  openTogether,
  placeFrame,
  remix,
  reported,
  vary,
} from './run-action.ts'

/** Also those of a whole sheet. */
export const downloadKey: ActionKey = { key: 'd', shift: false }
export const collectKey: ActionKey = { key: 'b', shift: false }

const everywhere: readonly Place[] = ['stage', 'list', 'viewer', 'grid']
/** Where a result is large. */
const large: readonly Place[] = ['stage', 'viewer']
const create: readonly Place[] = ['stage', 'list']
const all: readonly MediaKind[] = ['image', 'video', 'audio']
const image: readonly MediaKind[] = ['image']
const video: readonly MediaKind[] = ['video']

/** What the rows of a section share. */
const onAnyFile = { places: everywhere, kinds: all, needs: 'file', leads: [], isAvailable: always } as const
const lead = { ...onAnyFile, section: 'lead', isAvailable: isPlayable } as const
const again = { ...onAnyFile, section: 'again', leads: all } as const
const judge = { ...onAnyFile, section: 'judge', isShown: hasFiles } as const
const collecting = { ...onAnyFile, section: 'collect', isShown: hasFiles } as const
const together = {
  ...onAnyFile,
  section: 'together',
  places: ['viewer', 'grid'],
  needs: 'run',
  isShown: ({ standing, files, batchId }: Subject) =>
    standing === 'library' && (files.length > 0 || batchId !== null),
} as const
const keep = { ...onAnyFile, section: 'keep' } as const
const look = { ...onAnyFile, section: 'look', places: large, isAvailable: isShowable } as const
const queue = { ...onAnyFile, section: 'queue', places: create, needs: 'run', isShown: isQueued } as const

const remove = {
  ...onAnyFile,
  section: 'remove',
  places: ['viewer', 'grid'],
  needs: 'run',
} as const satisfies Partial<ActionRow>

/** Everything that a person can do to a result or a run, in the order of the menus. */
export const actionTable: readonly ActionRow[] = [
  {
    ...lead,
    id: 'animate',
    icon: Clapperboard,
    key: { key: 'a', shift: false },
    kinds: image,
    leads: image,
    run: (subject, deps) =>
      offerFile({ role: 'start', making: 'video', prompt: subject.prompt })(subject, deps),
  },
  {
    ...lead,
    id: 'useAsStart',
    icon: ImageUp,
    key: { key: 's', shift: false },
    kinds: image,
    leads: image,
    run: offerFile({ role: 'start', making: null }),
  },
  {
    ...lead,
    id: 'useAsEnd',
    icon: ImageDown,
    key: { key: 'e', shift: false },
    kinds: image,
    run: offerFile({ role: 'end', making: null }),
  },
  {
    ...lead,
    id: 'lastFrame',
    icon: ImagePlay,
    key: { key: 'l', shift: false },
    kinds: video,
    leads: video,
    isAvailable: hasFrames,
    run: placeFrame('last'),
  },
  {
    ...lead,
    id: 'shownFrame',
    icon: ImagePlay,
    key: { key: 'h', shift: false },
    places: large,
    kinds: video,
    isAvailable: hasFrames,
    run: placeFrame('shown'),
  },
  {
    ...lead,
    id: 'useAsReference',
    icon: BookImage,
    key: { key: 't', shift: false },
    leads: ['video', 'audio'],
    run: offerFile({ role: 'reference', making: null }),
  },
  {
    ...lead,
    id: 'useAsInput',
    icon: SquarePlus,
    key: { key: 'w', shift: false },
    leads: ['audio'],
    run: offerFile(null),
  },
  {
    ...again,
    id: 'vary',
    icon: Dices,
    // It costs money: a slip of one finger doesn't send it, and its price is read where a result is large.
    key: { key: 'v', shift: true },
    places: ['stage', 'list', 'viewer'],
    isPaid: true,
    isAvailable: ({ variation }) => variation !== null,
    run: vary,
  },
  {
    ...again,
    id: 'remix',
    icon: RotateCcw,
    key: { key: 'r', shift: false },
    needs: 'run',
    isAvailable: ({ readOrigin }) => readOrigin !== null,
    run: remix,
  },
  rating(5),
  rating(4),
  rating(3),
  rating(2),
  rating(1),
  rating(0),
  { ...judge, id: 'pick', icon: Star, key: { key: 'p' }, run: mark('pick') },
  {
    ...judge,
    id: 'reject',
    icon: Star,
    key: { key: 'x' },
    run: mark('reject'),
  },
  { ...judge, id: 'unflag', icon: Star, key: { key: 'u' }, run: mark('unflag') },
  // With Shift it is Full screen where a result is large, so that only Caps Lock goes on from it.
  {
    ...judge,
    id: 'favorite',
    icon: Star,
    key: { key: 'f', shift: false },
    run: mark('favorite'),
  },
  label(6),
  label(7),
  label(8),
  label(9),
  {
    ...together,
    id: 'compare',
    icon: Images,
    key: { key: 'c', shift: false },
    run: openTogether('compare'),
  },
  {
    ...together,
    id: 'survey',
    icon: Images,
    key: { key: 'n', shift: false },
    run: openTogether('survey'),
  },
  {
    ...together,
    id: 'tournament',
    icon: Images,
    key: { key: 'n', shift: true },
    run: openTogether('tournament'),
  },
  {
    ...collecting,
    id: 'collect',
    icon: FolderOpen,
    key: collectKey,
    run: collect('collect'),
  },
  {
    ...collecting,
    id: 'tag',
    icon: Tag,
    key: { key: 't', shift: true },
    run: collect('tag'),
  },
  {
    ...collecting,
    id: 'uncollect',
    icon: FolderOpen,
    key: { key: 'b', shift: true },
    places: ['viewer', 'grid'],
    isShown: (subject) => subject.collectionId !== null && hasFiles(subject),
    run: uncollect,
  },
  {
    ...keep,
    id: 'copyImage',
    icon: ClipboardCopy,
    key: { key: 'c', mod: true, shift: false, outsideText: true },
    kinds: image,
    isAvailable: isShowable,
    run: onFile(({ fileId }, deps) => copied(deps.tools.copyImage(fileRoute(fileId)), 'image', deps)),
  },
  {
    ...keep,
    id: 'copyPrompt',
    icon: Copy,
    key: { key: 'y', shift: false },
    needs: 'run',
    isAvailable: ({ prompt }) => prompt !== '',
    run: ({ prompt }, deps) => copied(deps.tools.copyText(prompt), 'prompt', deps),
  },
  {
    ...keep,
    id: 'download',
    icon: Download,
    key: downloadKey,
    needs: 'run',
    leads: all,
    // Of several files the current one may be missing.
    isShown: ({ file, downloads, place, batchId }) =>
      file !== null || downloads.length > 1 || (place === 'grid' && batchId !== null),
    run: download,
  },
  {
    ...keep,
    id: 'downloadAll',
    icon: FileArchive,
    key: { key: 'd', shift: true },
    needs: 'run',
    places: create,
    isShown: ({ batchId }) => batchId !== null,
    run: downloadBatch,
  },
  {
    ...keep,
    id: 'export',
    icon: FileArchive,
    key: { key: 'e', shift: true },
    needs: 'run',
    isShown: canLeave,
    run: leave('export'),
  },
  {
    ...keep,
    id: 'sheetImage',
    icon: Images,
    key: { key: 's', shift: true },
    needs: 'run',
    places: ['viewer', 'grid'],
    isShown: canLeave,
    run: leave('sheetImage'),
  },
  {
    ...keep,
    id: 'proof',
    icon: BookImage,
    key: { key: 'w', shift: true },
    needs: 'run',
    places: ['viewer', 'grid'],
    isShown: canLeave,
    run: leave('proof'),
  },
  {
    ...keep,
    id: 'openInLibrary',
    icon: Images,
    key: { key: 'o', shift: false },
    places: create,
    run: onFile(({ fileId }, { router }) => router.go('library', fileId)),
  },
  {
    ...keep,
    id: 'findAlike',
    icon: Images,
    key: { key: 'g', shift: false },
    places: ['viewer', 'grid'],
    isShown: ({ findAlike }) => findAlike !== undefined,
    run: ({ findAlike }) => findAlike?.(),
  },
  {
    ...keep,
    id: 'reveal',
    icon: FolderOpen,
    key: { key: 'd', shift: true },
    places: ['viewer', 'grid'],
    isShown: ({ reveal }) => reveal !== null,
    run: onFile(({ fileId }, deps, { reveal }) => reported(reveal?.(fileId), deps)),
  },
  {
    ...look,
    id: 'zoom',
    icon: ScanSearch,
    key: { key: 'z', shift: false },
    kinds: image,
    run: ({ view }) => view?.()?.toggleZoom?.(),
  },
  {
    ...look,
    id: 'fullScreen',
    icon: Expand,
    key: { key: 'f', shift: true },
    kinds: ['image', 'video'],
    run: ({ view }) => view?.()?.toggleFullScreen?.(),
  },
  {
    ...look,
    id: 'playPause',
    icon: Play,
    key: { key: 'k', shift: false },
    otherKey: { key: ' ', shift: false, outsideControls: true },
    kinds: ['video', 'audio'],
    run: ({ view }) => view?.()?.togglePlay?.(),
  },
  {
    ...look,
    id: 'previousFrame',
    icon: StepBack,
    key: { key: ',' },
    repeats: true,
    kinds: video,
    run: ({ view }) => view?.()?.stepFrame?.(-1),
  },
  {
    ...look,
    id: 'nextFrame',
    icon: StepForward,
    key: { key: '.' },
    repeats: true,
    kinds: video,
    run: ({ view }) => view?.()?.stepFrame?.(1),
  },
  {
    ...queue,
    id: 'sendFirst',
    icon: ArrowUpToLine,
    key: { key: 'n', shift: false },
    run: (subject, deps) => moveInQueue(subject, 'first', deps),
  },
  {
    ...queue,
    id: 'sendEarlier',
    icon: ArrowUp,
    key: { key: 'j', shift: false },
    run: (subject, deps) => moveInQueue(subject, 'earlier', deps),
  },
  {
    ...queue,
    id: 'sendLater',
    icon: ArrowDown,
    key: { key: 'j', shift: true },
    run: (subject, deps) => moveInQueue(subject, 'later', deps),
  },
  {
    ...queue,
    id: 'sendLast',
    icon: ArrowDownToLine,
    key: { key: 'n', shift: true },
    run: (subject, deps) => moveInQueue(subject, 'last', deps),
  },
  {
    ...queue,
    id: 'cancel',
    icon: Ban,
    key: { key: 'Delete', shift: false },
    leads: all,
    run: ({ queued }, deps) => reported(queued?.cancel(), deps),
  },
  {
    ...remove,
    id: 'trash',
    icon: Trash2,
    key: { key: 'Delete', shift: false },
    isShown: ({ standing, files, batchId }) =>
      standing === 'library' && (files.length > 0 || batchId !== null),
    run: trash,
  },
  {
    ...remove,
    id: 'restore',
    icon: Undo2,
    key: { key: 'r', shift: true },
    leads: all,
    isShown: ({ standing }) => standing === 'trash',
    run: restore,
  },
  {
    ...remove,
    id: 'purge',
    icon: Trash2,
    key: { key: 'Delete', shift: true },
    leads: all,
    isShown: ({ standing, askPurge }) => standing === 'trash' && askPurge !== null,
    run: ({ files, askPurge }) => askPurge?.(files),
  },
]

/** The rows that are shown for a subject, in the table’s order. */
export function rowsFor(subject: ReadSubject): readonly ActionRow[] {
  return actionTable.filter(
    ({ places, kinds, needs, isShown }) =>
      places.includes(subject.place) &&
      kinds.includes(subject.kind) &&
      (needs === 'run' || subject.file !== null) &&
      (isShown?.(subject) ?? true),
  )
}

/** The digit by its place or its sign, so that Shift and number pads work as well. */
function digit(value: number) {
  return { key: String(value), code: `Digit${value}`, bySign: true } as const
}

function rating(stars: 0 | 1 | 2 | 3 | 4 | 5): ActionRow {
  const id: MarkId = `rate${stars}`
  return { ...judge, id, icon: Star, key: digit(stars), run: mark(id) }
}

function label(value: Exclude<Label, 0>): ActionRow {
  const id: MarkId = `label${value}`
  return { ...judge, id, icon: Star, key: digit(value), run: mark(id) }
}

function canLeave({ standing, downloads, batchId }: Subject): boolean {
  return standing === 'library' && (downloads.length > 0 || batchId !== null)
}

function hasFiles({ files }: Subject): boolean {
  return files.length > 0
}

function always(): boolean {
  return true
}

function isShowable({ file }: Subject): boolean {
  return file !== null && !isTooLargeToShow(file)
}

/** Of an image that is damaged a part may be readable; of a video or an audio file that can’t be played nothing is. */
function isPlayable({ kind, isUnreadable }: ReadSubject): boolean {
  return kind === 'image' || !isUnreadable
}

function hasFrames(subject: ReadSubject): boolean {
  return isShowable(subject) && isPlayable(subject)
}

function isQueued({ queued }: Subject): boolean {
  return queued !== null
}
