import { FolderCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { CollectionView } from '../../../shared/bridge/collection-procedures.ts'
import type { Undo } from '../../actions/judging.ts'
import { useUndoable } from '../../actions/use-undoable.ts'
import { collectionsOf } from '../../collections/collections-store.ts'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { Menu } from '../../ui/menu.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useNotify } from '../../ui/toaster.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { useWords } from '../../words/words-context.tsx'
import { CollectionNameDialog } from './collection-name-dialog.tsx'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'
import { selectedCount } from './selection.ts'

/** Which collection is shown; a new one, and another name or the end of the one that is shown. */
export function CollectionBar({ library }: { readonly library: LibraryStore }) {
  const { bridge } = useAtelier()
  const { collections: words } = useLibraryWords()
  const { failures } = useWords()
  const notify = useNotify()
  const noteUndoable = useUndoable()
  const model = collectionsOf(bridge)
  const known = useStore(model.store, (state) => state.collections) ?? []
  const collectionId = useStore(library.store, (state) => state.collectionId)
  const chosen = useStore(library.store, ({ selected, index }) => selectedCount(selected, index?.total ?? 0))
  const [naming, setNaming] = useState<'make' | 'rename' | null>(null)
  const shown = known.find((one) => one.collectionId === collectionId) ?? null
  useEffect(() => void model.refresh(), [model])
  useGoneCollection(library, known, collectionId)

  async function name(text: string): Promise<boolean> {
    const result =
      naming === 'rename' && shown
        ? await model.rename(shown.collectionId, text)
        : await model.create(
            text,
            (await library.selectedFiles()).map(({ fileId }) => fileId),
          )
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
      {known.length > 0 && (
        <div className={styles.collection}>
          <SearchSelect
            label={words.label}
            placeholder={words.all}
            searchLabel={words.search}
            none={words.none}
            options={[
              { value: null, label: words.all },
              ...known.map((one) => ({ value: one.collectionId, label: one.name })),
            ]}
            value={collectionId}
            onChange={(next) => library.filter({ collectionId: next })}
          />
        </div>
      )}
      <Menu
        label={words.more}
        icon={<FolderCog />}
        items={[
          {
            label: chosen > 0 ? words.makeFrom(chosen) : words.make,
            run: () => setNaming('make'),
          },
          ...(shown
            ? [
                { label: words.rename, run: () => setNaming('rename') },
                { label: words.remove, run: () => void remove(shown) },
              ]
            : []),
        ]}
      />
      <CollectionNameDialog
        naming={naming}
        before={naming === 'rename' ? (shown?.name ?? '') : ''}
        onName={name}
        onClose={() => setNaming(null)}
      />
    </>
  )
}

/** A collection that was deleted, also elsewhere, is shown no longer. */
function useGoneCollection(
  library: LibraryStore,
  known: readonly CollectionView[],
  collectionId: string | null,
) {
  const isGone =
    collectionId !== null && known.length > 0 && !known.some((one) => one.collectionId === collectionId)
  const [wasThere, setWasThere] = useState(false)
  const isThere = known.some((one) => one.collectionId === collectionId)
  useEffect(() => setWasThere(isThere), [isThere])
  useEffect(() => {
    if (isGone && wasThere) library.filter({ collectionId: null })
  }, [isGone, wasThere, library])
}
