import { fileRoute } from '../../shared/bridge/media-routes.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import type { ActionDeps, Subject } from './action.ts'

/** The last frame of a video, or the one that it shows; null, and said, where it can't be read. */
export async function readFrame(
  which: 'last' | 'shown',
  { fileId, name }: FileView,
  { tools, words, notify }: ActionDeps,
  { view }: Subject,
): Promise<File | null> {
  const begin = name.replace(/\.[^.]*$/, '')
  try {
    const file = await (which === 'last'
      ? tools.readLastFrame(fileRoute(fileId), `${begin}-last-frame.png`)
      : view?.()?.readShownFrame(begin))
    return file ?? null
  } catch {
    notify(words.actions[which === 'last' ? 'frameFailed' : 'shownFrameFailed'], 'danger')
    return null
  }
}
