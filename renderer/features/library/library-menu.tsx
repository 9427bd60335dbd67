import { ContextMenu } from '../../actions/action-menu.tsx'
import type { AskedMenu } from '../../actions/use-context-menu.ts'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { subjectOfItem } from './item-subject.ts'
import type { LibraryStore } from './library-store.ts'

interface LibraryMenuProps {
  readonly asked: AskedMenu
  readonly library: LibraryStore
  readonly onClose: () => void
}

/** The menu of the file that was clicked in the grid, or else of the one that is open. */
export function LibraryMenu({ asked, library, onClose }: LibraryMenuProps) {
  const { shownResult } = useAtelier()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')
  const fileId = asked.target.closest<HTMLElement>('[data-file]')?.dataset.file
  const item = library.store.getState().items?.find((one) => one.fileId === fileId)
  const { items, selected } = library.store.getState()
  const files =
    item && selected.has(item.fileId) ? (items ?? []).filter((one) => selected.has(one.fileId)) : []
  const clicked = item && subjectOfItem({ item, library, canReveal, place: 'grid', view: null, files })
  const subject = clicked ?? shownResult.getState().subject
  return subject && <ContextMenu subject={subject} asked={asked} onClose={onClose} />
}
