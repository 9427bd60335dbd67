import { moveWordsOf } from '../words/move-words.ts'
import { shortPrompt } from '../words/short-prompt.ts'
import type { ActionDeps, Queued, QueueStep } from './action.ts'

/** Moves a run, or the sheet that it is in, says where that now stands, and offers to move it back. */
export async function moveInQueue(
  { queued, prompt }: { readonly queued: Pick<Queued, 'sheet' | 'move'> | null; readonly prompt: string },
  to: QueueStep,
  { words, notify }: Pick<ActionDeps, 'words' | 'notify'>,
) {
  const { failures } = words
  const moves = moveWordsOf(words)
  const sheet = queued?.sheet(words) ?? null
  const result = await queued?.move(to)
  if (!result) return
  if (!result.ok) return notify(failures.sentence(result.error), 'danger')
  const { value } = result
  const moved = { prompt: shortPrompt(sheet?.prompt ?? prompt), count: sheet?.count ?? null }

  async function undo() {
    const undone = await value.undo?.run()
    if (!undone) return
    if (undone.ok) notify(moves.movedBack(moved))
    else notify(failures.sentence(undone.error), 'danger')
  }
  const back = value.undo && { label: moves.moveBack(moved.count), run: () => void undo() }
  const note = notify(moves.moved[to](moved, value), 'calm', ...(back ? [back] : []))
  // What has been sent can't be moved back (RUN101).
  if (note) value.undo?.whenGone(note.close)
}
