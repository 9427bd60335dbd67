import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { ActionDeps, Subject } from './action.ts'
import { goToForm } from './run-action.ts'

/** Brings the last frame of a video, or the one that it shows, to the form as a start image; says where it can't be read. */
export async function placeFrame(
  which: 'last' | 'shown',
  { fileId, name }: FileView,
  deps: ActionDeps,
  { view }: Subject,
): Promise<void> {
  const begin = name.replace(/\.[^.]*$/, '')
  try {
    const file = await (which === 'last'
      ? deps.tools.readLastFrame(fileRoute(fileId), `${begin}-last-frame.png`)
      : view?.()?.readShownFrame(begin))
    if (!file) return
    goToForm(deps)
    void deps.intake.offer([{ type: 'file', file }], { role: 'start', making: null })
  } catch {
    deps.notify(deps.words.actions[which === 'last' ? 'frameFailed' : 'shownFrameFailed'], 'danger')
  }
}
