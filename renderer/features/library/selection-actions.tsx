import { Download, Trash2, Undo2 } from 'lucide-react'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { download } from '../../actions/download.ts'
import { restore, trash } from '../../actions/mark.ts'
import { useActionDeps } from '../../actions/use-actions.ts'
import { useStudio } from '../../shell/atelier-context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { subjectOfItem } from './item-subject.ts'
import type { LibraryStore } from './library-store.ts'

interface SelectionActionsProps {
  readonly library: LibraryStore
  /** At least one. */
  readonly files: readonly LibraryItem[]
  readonly isTrash: boolean
}

/** What the buttons beside their number do to all selected files; every other action is in their menu. */
export function SelectionActions({ library, files, isTrash }: SelectionActionsProps) {
  const { selectionActs: words } = useLibraryWords()
  const deps = useActionDeps()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')
  const [first] = files
  if (!first) return null
  const subject = {
    ...subjectOfItem({ item: first, library, canReveal, place: 'grid', view: null, files }),
    variation: null,
    elsewhere: null,
  }
  const count = files.length
  return isTrash ? (
    <>
      <IconButton label={words.restore(count)} icon={<Undo2 />} onClick={() => void restore(subject, deps)} />
      <IconButton label={words.purge(count)} icon={<Trash2 />} onClick={() => library.askPurge(files)} />
    </>
  ) : (
    <>
      <IconButton
        label={words.download(count)}
        icon={<Download />}
        onClick={() => void download(subject, deps)}
      />
      <IconButton label={words.trash(count)} icon={<Trash2 />} onClick={() => void trash(subject, deps)} />
    </>
  )
}
