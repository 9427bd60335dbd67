import { Ellipsis, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { CollectionView } from '../../../shared/bridge/collection-procedures.ts'
import type { Undo } from '../../actions/judging.ts'
import { useUndoable } from '../../actions/use-undoable.ts'
import { collectionsOf } from '../../collections/collections-store.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { CollectionNameDialog } from './collection-name-dialog.tsx'
import type { LibraryStore } from './library-store.ts'
import { useOpenReply } from './use-open-reply.tsx'

/** What is done now and then: with collections, from and to other places, and the trash. */
export function LibraryActions({ library }: { readonly library: LibraryStore }) {
  const { bridge, collecting } = useAtelier()
  const all = useLibraryWords()
  const { collections: words } = all
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()
  const model = collectionsOf(bridge)
  const known = useStore(model.store, (state) => state.collections) ?? []
  const collectionId = useStore(library.store, (state) => state.collectionId)
  const [naming, setNaming] = useState<'make' | 'rename' | null>(null)
  const shown = known.find((one) => one.collectionId === collectionId) ?? null
  const reply = useOpenReply()

  async function name(text: string): Promise<boolean> {
    const result =
      naming === 'rename' && shown
        ? await model.rename(shown.collectionId, text)
        : await model.create(text, [])
    if (!result.ok) {
      notify(failures.sentence(result.error), 'danger')
      return false
    }
    notify(naming === 'rename' ? words.renamed(text) : words.made(text))
    if (naming === 'make') library.filter({ collectionId: result.value.collectionId })
    setNaming(null)
    return true
  }

  async function remove({ collectionId: id, name: text }: CollectionView) {
    const result = await model.delete(id)
    if (!result.ok) return void notify(failures.sentence(result.error), 'danger')
    library.filter({ collectionId: null })
    const restore: Undo = async () => {
      const restored = await result.value()
      if (restored.ok) library.filter({ collectionId: id })
      return restored
    }
    noteUndoable(words.deleted(text), restore)
  }

  return (
    <>
      <Menu
        label={all.more}
        icon={<Ellipsis />}
        items={[
          { label: words.make, run: () => setNaming('make') },
          ...(shown
            ? [
                { label: words.rename, run: () => setNaming('rename') },
                { label: words.remove, run: () => void remove(shown) },
              ]
            : []),
          { label: all.importFolder, run: () => collecting.setState({ importing: 'folder' }) },
          { label: all.adoptJobs, run: () => collecting.setState({ importing: 'jobs' }) },
          { label: all.openReply, run: reply.choose },
          { label: all.trash.label, run: () => library.showTrash(true) },
        ]}
      />
      {reply.chooser}
      <CollectionNameDialog
        naming={naming}
        before={naming === 'rename' ? (shown?.name ?? '') : ''}
        onName={name}
        onClose={() => setNaming(null)}
      />
    </>
  )
}

/** The way out of the trash, and to its end. */
export function TrashActions({
  library,
  isEmpty,
}: {
  readonly library: LibraryStore
  readonly isEmpty: boolean
}) {
  const { trash: words } = useLibraryWords()
  return (
    <>
      {!isEmpty && <Button onClick={() => library.askPurge('all')}>{words.empty}</Button>}
      <Button icon={<Trash2 />} aria-pressed={true} onClick={() => library.showTrash(false)}>
        {words.label}
      </Button>
    </>
  )
}
