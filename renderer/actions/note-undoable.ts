import type { ActionDeps } from './action.ts'
import { type Judging, judgingOf, type Undo } from './judging.ts'

export type UndoableDeps = Pick<ActionDeps, 'bridge' | 'undoNotes' | 'notify' | 'words'>

/**
 * Says what was done, with its undo, which Ctrl+Z uses as well; an undo that fails is shown. `back`: called once the undo is
 * chosen, in whichever way.
 */
export function noteUndoable(deps: UndoableDeps, text: string, undo: Undo, back?: () => void): void {
  const { bridge, undoNotes, notify, words } = deps
  const judging: Judging = judgingOf(bridge)
  // A key was faster than this note.
  if (!judging.stands(undo)) return
  const withdraw = undoNotes.add({
    text,
    label: words.inputs.undo,
    isWhole: true,
    outlastsSending: true,
    order: judging.orderOf(undo),
    stands: () => judging.stands(undo),
    async run() {
      const undone = await undo()
      if (!undone.ok) notify(words.failures.sentence(undone.error), 'danger')
    },
  })
  judging.whenUndone(undo, () => {
    withdraw()
    back?.()
  })
}
