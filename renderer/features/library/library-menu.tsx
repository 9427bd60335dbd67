import { ContextMenu } from '../../actions/action-menu.tsx'
import type { AskedMenu } from '../../actions/use-context-menu.ts'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { readersOf, subjectOfItem } from './item-subject.ts'
import type { LibraryStore } from './library-store.ts'
import { isSelected, selectedCount } from './selection.ts'

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
  const item = library.entryOf(fileId)
  const { selected, index } = library.store.getState()
  const isIn = item !== null && isSelected(selected, item.key)
  const files = isIn ? library.knownSelected() : []
  const isMore = isIn && files.length < selectedCount(selected, index?.total ?? 0)
  const read = isMore ? readersOf(library) : {}
  const clicked =
    item && subjectOfItem({ item, library, canReveal, place: 'grid', view: null, files, ...read })
  const subject = clicked ?? shownResult.getState().subject
  return subject && <ContextMenu subject={subject} asked={asked} onClose={onClose} />
}
