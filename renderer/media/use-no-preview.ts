import { isTooLargeToShow } from '../../shared/bridge/media-bounds.ts'
import type { FileView } from '../../shared/bridge/views.ts'
import { useWords } from '../words/words-context.tsx'
import { useIsUnreadable } from './use-is-unreadable.ts'

export interface NoPreview {
  readonly title: string
  readonly why: string
}

/** What a file says in the place of a thumbnail that it will not have; null where it has one, or may get one. */
export function useNoPreview(file: FileView | null): NoPreview | null {
  const { media } = useWords()
  const isUnreadable = useIsUnreadable(file)
  if (!file || file.hasPoster) return null
  if (isTooLargeToShow(file))
    return { title: media.tooLarge, why: media.pixels(file.width ?? 0, file.height ?? 0) }
  return isUnreadable && file.state === 'saved' ? { title: media.noPreview, why: media.noPreviewWhy } : null
}
