import type { BridgeResult } from '../../shared/bridge/error-codes.ts'
import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { Wish } from '../forms/input-role.ts'
import { rollSeed, seedField } from '../forms/roll-seed.ts'
import { shortPrompt } from '../words/short-prompt.ts'
import type { ActionDeps, ActionRow, Queued, QueueStep, ReadSubject, Subject } from './action.ts'

type FileAct = (file: FileView, deps: ActionDeps, subject: ReadSubject) => unknown

export function onFile(act: FileAct): ActionRow['run'] {
  return (subject, deps) => (subject.file ? act(subject.file, deps, subject) : undefined)
}

/** Brings the file to the form of Create: to the field of this wish, or to one that the person chooses. */
export function offerFile(wish: Wish | null): ActionRow['run'] {
  return onFile(({ fileId }, deps) => {
    goToForm(deps)
    void deps.intake.offer([{ type: 'library', fileId }], wish)
  })
}

function goToForm({ router, tools }: ActionDeps) {
  tools.leaveFullScreen()
  router.go('create')
}

export async function placeLastFrame({ fileId, name }: FileView, deps: ActionDeps) {
  try {
    const frameName = `${name.replace(/\.[^.]*$/, '')}-last-frame.png`
    const frame = await deps.tools.readLastFrame(fileRoute(fileId), frameName)
    goToForm(deps)
    void deps.intake.offer([{ type: 'file', file: frame }], { role: 'start', making: null })
  } catch {
    deps.notify(deps.words.actions.frameFailed, 'danger')
  }
}

/** Sends the settings again, with another seed where the model takes one; the form stays as it is. */
export function vary({ variation, file }: ReadSubject, deps: ActionDeps) {
  if (!variation || !file) return
  const { account, modelId, values, seed, estimate } = variation
  const rolled = seed ? { ...values, [seedField]: rollSeed(deps.random, seed) } : values
  goToForm(deps)
  deps.recipes.offer({ modelId, values: rolled, sendAt: { estimate, account, likeFile: file.fileId } })
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

/** Moves a run, or the sheet that it is in, says where that now stands, and offers to move it back. */
export async function moveInQueue(
  { queued, prompt }: { readonly queued: Pick<Queued, 'sheet' | 'move'> | null; readonly prompt: string },
  to: QueueStep,
  { words, notify }: Pick<ActionDeps, 'words' | 'notify'>,
) {
  const sheet = queued?.sheet(words) ?? null
  const result = await queued?.move(to)
  if (!result) return
  if (!result.ok) return notify(words.failures.sentence(result.error), 'danger')
  const { value } = result
  const moved = { prompt: shortPrompt(sheet?.prompt ?? prompt), count: sheet?.count ?? null }

  async function undo() {
    const undone = await value.undo?.()
    if (!undone) return
    if (undone.ok) notify(words.actions.movedBack(moved))
    else notify(words.failures.sentence(undone.error), 'danger')
  }
  const back = value.undo && { label: words.actions.moveBack(moved.count), run: () => void undo() }
  notify(words.actions.moved[to](moved, value), 'calm', ...(back ? [back] : []))
}
