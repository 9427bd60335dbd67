import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { Wish } from '../forms/input-role.ts'
import type { OfferedFrom } from '../forms/intake-store.ts'
import { rollSeed, seedField } from '../forms/roll-seed.ts'
import type { ActionDeps, ActionRow, ReadSubject, Subject } from './action.ts'

type OpenTogether = typeof import('./open-together.ts')
type MoveInQueue = typeof import('./move-in-queue.ts')

type FileAct = (file: FileView, deps: ActionDeps, subject: ReadSubject) => unknown

export function onFile(act: FileAct): ActionRow['run'] {
  return (subject, deps) => (subject.file ? act(subject.file, deps, subject) : undefined)
}

/** Brings the file to the form of Create: to the field of this wish, or to one that the person chooses. */
export function offerFile(wish: Wish | null): ActionRow['run'] {
  return onFile(({ fileId }, deps) => {
    void deps.intake.offer([{ type: 'library', fileId }], wish, goToForm(deps, fileId))
  })
}

/** Brings the person to the form; returns where they were. */
function goToForm({ router, tools }: ActionDeps, fileId = ''): OfferedFrom {
  const from = { ...router.store.getState(), fileId }
  tools.leaveFullScreen()
  router.go('create')
  return from
}

/** Brings the last frame of a video, or the one that it shows, to the form as a start image. */
export function placeFrame(which: 'last' | 'shown'): ActionRow['run'] {
  return onFile(async (video, deps, subject) => {
    const { readFrame } = await import('./read-frame.ts')
    const file = await readFrame(which, video, deps, subject)
    if (!file) return
    void deps.intake.offer(
      [{ type: 'file', file }],
      { role: 'start', making: null },
      goToForm(deps, video.fileId),
    )
  })
}

/** Sends the settings again, with another seed where the model takes one; the form stays as it is. */
export function vary({ variation, file }: ReadSubject, deps: ActionDeps) {
  if (!variation || !file) return
  const { account, modelId, values, seed, estimate } = variation
  const rolled = seed ? { ...values, [seedField]: rollSeed(deps.random, seed) } : values
  const from = goToForm(deps, file.fileId)
  deps.recipes.offer({ modelId, values: rolled, sendAt: { estimate, account, likeFile: file.fileId }, from })
}

export async function remix({ readOrigin }: Subject, deps: ActionDeps) {
  const origin = await readOrigin?.()
  if (!origin) return
  if (!origin.ok) return deps.notify(deps.words.failures.sentence(origin.error), 'danger')
  const { modelId, values } = origin.value
  goToForm(deps)
  deps.recipes.offer({ modelId, values })
}

export async function copied(done: Promise<void>, what: 'prompt' | 'image', { notify, words }: ActionDeps) {
  try {
    await done
    notify(words.actions.copied[what])
  } catch {
    notify(words.actions.copyFailed, 'danger')
  }
}

/** Returns whether it succeeded; a failure is shown. */
export async function reported(
  requested: Promise<BridgeResult<unknown>> | undefined,
  { notify, words }: ActionDeps,
): Promise<boolean> {
  const result = await requested
  if (result?.ok === false) notify(words.failures.sentence(result.error), 'danger')
  return result?.ok ?? false
}

/** Shows files together, as `open-together.ts` says; its code and words come with the first time. */
export function openTogether(way: Parameters<OpenTogether['openTogether']>[0]): ActionRow['run'] {
  return async (subject, deps) => (await loadOpenTogether()).openTogether(way, subject, deps)
}

function loadOpenTogether(): Promise<OpenTogether> {
  return import('./open-together.ts')
}

/** Loaded before it is wanted: a key that is pressed right after it would still be for the grid. */
export const togetherCode = { preload: () => loadOpenTogether().then(ignore, ignore) }

function ignore(): void {}

/** Moves a run or a sheet, as `move-in-queue.ts` says; its code and words come with the first move. */
export async function moveInQueue(...move: Parameters<MoveInQueue['moveInQueue']>): Promise<void> {
  await (await import('./move-in-queue.ts')).moveInQueue(...move)
}
