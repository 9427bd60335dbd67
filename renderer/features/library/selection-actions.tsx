import { Download, FileArchive, FolderOpen, Images, Tag, Trash2, Undo2, X } from 'lucide-react'
import { fewestCompared, mostCompared } from '../../../shared/bridge/together-bounds.ts'
import type { ReadSubject } from '../../actions/action.ts'
import { collect } from '../../actions/collect.ts'
import { download } from '../../actions/download.ts'
import { leave } from '../../actions/leave.ts'
import { restore, trash } from '../../actions/mark.ts'
import { openTogether } from '../../actions/run-action.ts'
import { useActionDeps } from '../../actions/use-actions.ts'
import { useStudio } from '../../shell/atelier-context.tsx'
import { IconButton } from '../../ui/button.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { readersOf, subjectOfItem } from './item-subject.ts'
import type { LibraryStore } from './library-store.ts'
import { noSelection } from './selection.ts'

interface SelectionActionsProps {
  readonly library: LibraryStore
  /** Of the selected entries; at least one. */
  readonly count: number
  readonly isTrash: boolean
}

/** What the buttons beside their number do to all selected files; every other action is in their menu. */
export function SelectionActions({ library, count, isTrash }: SelectionActionsProps) {
  const { selectionActs: words } = useLibraryWords()
  const deps = useActionDeps()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')

  async function onAll(act: (subject: ReadSubject) => unknown) {
    const known = library.knownSelected()
    const isMore = known.length < count
    const files = known.length > 0 ? known : await library.selectedFiles()
    const [first] = files
    if (!first) return
    const read = isMore ? readersOf(library) : {}
    const subject = subjectOfItem({
      item: first,
      library,
      canReveal,
      place: 'grid',
      view: null,
      files,
      ...read,
    })
    await act({ ...subject, variation: null, elsewhere: null, isUnreadable: false })
  }

  const clear = (
    <IconButton label={words.clear} shortcut="Esc" icon={<X />} onClick={() => library.select(noSelection)} />
  )

  return isTrash ? (
    <>
      <IconButton
        label={words.restore(count)}
        icon={<Undo2 />}
        onClick={() => void onAll((subject) => restore(subject, deps))}
      />
      <IconButton
        label={words.purge(count)}
        icon={<Trash2 />}
        onClick={() => void library.selectedFiles().then(library.askPurge)}
      />
      {clear}
    </>
  ) : (
    <>
      <IconButton
        label={words.download(count)}
        icon={<Download />}
        onClick={() => void onAll((subject) => download(subject, deps))}
      />
      <IconButton
        label={words.export(count)}
        shortcut="Shift+E"
        icon={<FileArchive />}
        onClick={() => void onAll((subject) => leave('export')(subject, deps))}
      />
      {count >= fewestCompared && count <= mostCompared && (
        <IconButton
          label={words.compare(count)}
          shortcut="C"
          icon={<Images />}
          onClick={() => void onAll((subject) => openTogether('compare')(subject, deps))}
        />
      )}
      <IconButton
        label={words.collect(count)}
        shortcut="B"
        icon={<FolderOpen />}
        onClick={() => void onAll((subject) => collect('collect')(subject, deps))}
      />
      <IconButton
        label={words.tag(count)}
        shortcut="Shift+T"
        icon={<Tag />}
        onClick={() => void onAll((subject) => collect('tag')(subject, deps))}
      />
      <IconButton
        label={words.trash(count)}
        icon={<Trash2 />}
        onClick={() => void onAll((subject) => trash(subject, deps))}
      />
      {clear}
    </>
  )
}
