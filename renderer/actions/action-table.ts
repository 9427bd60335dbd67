import {
  ArrowDownToLine,
  ArrowUpToLine,
  BookImage,
  Clapperboard,
  ClipboardCopy,
  Copy,
  Dices,
  Download,
  Expand,
  FolderOpen,
  ImageDown,
  ImagePlay,
  Images,
  ImageUp,
  RotateCcw,
  Scan,
  SquarePlus,
  StepBack,
  StepForward,
  Undo2,
} from 'lucide-react'
import type { MediaKind } from '../../shared/api/media.ts'
import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import { downloadRoute, fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { Wish } from '../forms/input-role.ts'
import { rollSeed, seedField } from '../forms/roll-seed.ts'
import type { ActionDeps, ActionRow, Place, ReadSubject, Subject } from './action.ts'

const everywhere: readonly Place[] = ['stage', 'list', 'viewer', 'grid']
/** Where a result is large. */
const large: readonly Place[] = ['stage', 'viewer']
const create: readonly Place[] = ['stage', 'list']
const all: readonly MediaKind[] = ['image', 'video', 'audio']
const image: readonly MediaKind[] = ['image']
const video: readonly MediaKind[] = ['video']

/** Everything that a person can do to a result or a run, in the order of the menus. */
export const actionTable: readonly ActionRow[] = [
  {
    id: 'animate',
    section: 'lead',
    icon: Clapperboard,
    key: { key: 'a', shift: false },
    places: everywhere,
    kinds: image,
    needs: 'file',
    leads: image,
    isAvailable: always,
    run: offerFile({ role: 'start', making: 'video' }),
  },
  {
    id: 'useAsStart',
    section: 'lead',
    icon: ImageUp,
    key: { key: 's', shift: false },
    places: everywhere,
    kinds: image,
    needs: 'file',
    leads: image,
    isAvailable: always,
    run: offerFile({ role: 'start', making: null }),
  },
  {
    id: 'useAsEnd',
    section: 'lead',
    icon: ImageDown,
    key: { key: 'e', shift: false },
    places: everywhere,
    kinds: image,
    needs: 'file',
    leads: [],
    isAvailable: always,
    run: offerFile({ role: 'end', making: null }),
  },
  {
    id: 'lastFrame',
    section: 'lead',
    icon: ImagePlay,
    key: { key: 'l', shift: false },
    places: everywhere,
    kinds: video,
    needs: 'file',
    leads: video,
    isAvailable: isShowable,
    run: onFile(placeLastFrame),
  },
  {
    id: 'useAsReference',
    section: 'lead',
    icon: BookImage,
    key: { key: 't', shift: false },
    places: everywhere,
    kinds: all,
    needs: 'file',
    leads: ['video', 'audio'],
    isAvailable: always,
    run: offerFile({ role: 'reference', making: null }),
  },
  {
    id: 'useAsInput',
    section: 'lead',
    icon: SquarePlus,
    key: { key: 'u', shift: false },
    places: everywhere,
    kinds: all,
    needs: 'file',
    leads: ['audio'],
    isAvailable: always,
    run: offerFile(null),
  },
  {
    id: 'vary',
    section: 'again',
    icon: Dices,
    // It costs money: a slip of one finger doesn't send it, and its price is read where a result is large.
    key: { key: 'v', shift: true },
    places: ['stage', 'list', 'viewer'],
    kinds: all,
    needs: 'file',
    leads: all,
    isPaid: true,
    isAvailable: ({ variation }) => variation !== null,
    run: vary,
  },
  {
    id: 'remix',
    section: 'again',
    icon: RotateCcw,
    key: { key: 'r', shift: false },
    places: everywhere,
    kinds: all,
    needs: 'run',
    leads: all,
    isAvailable: ({ readOrigin }) => readOrigin !== null,
    run: remix,
  },
  {
    id: 'copyImage',
    section: 'keep',
    icon: ClipboardCopy,
    key: { key: 'c', mod: true, shift: false, outsideText: true },
    places: everywhere,
    kinds: image,
    needs: 'file',
    leads: [],
    isAvailable: isShowable,
    run: onFile(({ fileId }, deps) => copied(deps.tools.copyImage(fileRoute(fileId)), 'image', deps)),
  },
  {
    id: 'copyPrompt',
    section: 'keep',
    icon: Copy,
    key: { key: 'p', shift: false },
    places: everywhere,
    kinds: all,
    needs: 'run',
    leads: [],
    isAvailable: ({ prompt }) => prompt !== '',
    run: ({ prompt }, deps) => copied(deps.tools.copyText(prompt), 'prompt', deps),
  },
  {
    id: 'download',
    section: 'keep',
    icon: Download,
    key: { key: 'd', shift: false },
    places: everywhere,
    kinds: all,
    needs: 'file',
    leads: all,
    isAvailable: always,
    run: onFile(({ fileId }, { tools }) => tools.save(downloadRoute(fileId))),
  },
  {
    id: 'openInLibrary',
    section: 'keep',
    icon: Images,
    key: { key: 'o', shift: false },
    places: create,
    kinds: all,
    needs: 'file',
    leads: [],
    isAvailable: always,
    run: onFile(({ fileId }, { router }) => router.go('library', fileId)),
  },
  {
    id: 'reveal',
    section: 'keep',
    icon: FolderOpen,
    key: { key: 'd', shift: true },
    places: ['viewer', 'grid'],
    kinds: all,
    needs: 'file',
    leads: [],
    isAvailable: always,
    isShown: ({ reveal }) => reveal !== null,
    run: onFile(({ fileId }, deps, { reveal }) => reported(reveal?.(fileId), deps)),
  },
  {
    id: 'zoom',
    section: 'look',
    icon: Scan,
    key: { key: 'z', shift: false },
    places: large,
    kinds: image,
    needs: 'file',
    leads: [],
    isAvailable: isShowable,
    run: ({ view }) => view?.()?.toggleZoom?.(),
  },
  {
    id: 'fullScreen',
    section: 'look',
    icon: Expand,
    key: { key: 'f', shift: true },
    places: large,
    kinds: ['image', 'video'],
    needs: 'file',
    leads: [],
    isAvailable: isShowable,
    run: ({ view }) => view?.()?.toggleFullScreen?.(),
  },
  {
    id: 'previousFrame',
    section: 'look',
    icon: StepBack,
    key: { key: ',' },
    places: large,
    kinds: video,
    needs: 'file',
    leads: [],
    isAvailable: isShowable,
    run: ({ view }) => view?.()?.stepFrame?.(-1),
  },
  {
    id: 'nextFrame',
    section: 'look',
    icon: StepForward,
    key: { key: '.' },
    places: large,
    kinds: video,
    needs: 'file',
    leads: [],
    isAvailable: isShowable,
    run: ({ view }) => view?.()?.stepFrame?.(1),
  },
  {
    id: 'sendFirst',
    section: 'queue',
    icon: ArrowUpToLine,
    key: { key: 'n', shift: false },
    places: create,
    kinds: all,
    needs: 'run',
    leads: [],
    isAvailable: always,
    isShown: isQueued,
    run: (subject, deps) => move(subject, 'first', deps),
  },
  {
    id: 'sendLast',
    section: 'queue',
    icon: ArrowDownToLine,
    key: { key: 'n', shift: true },
    places: create,
    kinds: all,
    needs: 'run',
    leads: [],
    isAvailable: always,
    isShown: isQueued,
    run: (subject, deps) => move(subject, 'last', deps),
  },
  {
    id: 'cancel',
    section: 'queue',
    icon: Undo2,
    key: { key: 'Delete', shift: false },
    places: create,
    kinds: all,
    needs: 'run',
    leads: all,
    isAvailable: always,
    isShown: isQueued,
    run: ({ queued }, deps) => reported(queued?.cancel(), deps),
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

function always(): boolean {
  return true
}

function isShowable({ file }: Subject): boolean {
  return file !== null && !isTooLargeToShow(file)
}

function isQueued({ queued }: Subject): boolean {
  return queued !== null
}

type FileAct = (file: FileView, deps: ActionDeps, subject: ReadSubject) => unknown

function onFile(act: FileAct): ActionRow['run'] {
  return (subject, deps) => (subject.file ? act(subject.file, deps, subject) : undefined)
}

/** Brings the file to the form of Create: to the field of this wish, or to one that the person chooses. */
function offerFile(wish: Wish | null): ActionRow['run'] {
  return onFile(({ fileId }, deps) => {
    goToForm(deps)
    void deps.intake.offer([{ type: 'library', fileId }], wish)
  })
}

function goToForm({ router, tools }: ActionDeps) {
  tools.leaveFullScreen()
  router.go('create')
}

async function placeLastFrame({ fileId, name }: FileView, deps: ActionDeps) {
  try {
    const frameName = `${name.replace(/\.[^.]*$/, '')}-last-frame.png`
    const frame = await deps.tools.readLastFrame(fileRoute(fileId), frameName)
    goToForm(deps)
    void deps.intake.offer([{ type: 'file', file: frame }], { role: 'start', making: null })
  } catch {
    deps.notify(deps.words.actions.frameFailed, 'danger')
  }
}

/** Loads the settings into the form, with another seed where the model takes one, and sends them from there. */
function vary({ variation }: ReadSubject, deps: ActionDeps) {
  if (!variation) return
  const { modelId, values, seed, estimate } = variation
  const rolled = seed ? { ...values, [seedField]: rollSeed(deps.random, seed) } : values
  goToForm(deps)
  deps.recipes.offer({ modelId, values: rolled, sendAt: estimate })
}

async function remix({ readOrigin }: Subject, deps: ActionDeps) {
  const origin = await readOrigin?.()
  if (!origin) return
  if (!origin.ok) return deps.notify(deps.words.failures.sentence(origin.error), 'danger')
  const { modelId, values } = origin.value
  goToForm(deps)
  deps.recipes.offer({ modelId, values })
}

async function copied(done: Promise<void>, what: 'prompt' | 'image', { notify, words }: ActionDeps) {
  try {
    await done
    notify(words.actions.copied[what])
  } catch {
    notify(words.actions.copyFailed, 'danger')
  }
}

/** Returns whether it succeeded; a failure is shown. */
async function reported(
  requested: Promise<BridgeResult<unknown>> | undefined,
  { notify, words }: ActionDeps,
): Promise<boolean> {
  const result = await requested
  if (result?.ok === false) notify(words.failures.sentence(result.error), 'danger')
  return result?.ok ?? false
}

async function move({ queued }: Subject, to: 'first' | 'last', deps: ActionDeps) {
  if (await reported(queued?.move(to), deps)) deps.notify(deps.words.actions.moved[to])
}
