import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { useContextMenu } from '../../actions/use-context-menu.ts'
import { useUndoKey } from '../../actions/use-undo-key.ts'
import { useAtelier, useRoute } from '../../shell/atelier-context.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { FilterStrip } from './filter-strip.tsx'
import { readSheetAddress } from './item-address.ts'
import { ItemViewer } from './item-viewer.tsx'
import { LibraryBar } from './library-bar.tsx'
import { LibraryContent } from './library-content.tsx'
import { LibraryMenu } from './library-menu.tsx'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'
import { PurgeDialog } from './purge-dialog.tsx'
import { SheetViewer } from './sheet-viewer.tsx'

/** All results; the address says which one is open. */
export function LibraryView({ library }: { readonly library: LibraryStore }) {
  const words = useLibraryWords()
  const { router } = useAtelier()
  const { item: address } = useRoute()
  const sheetId = readSheetAddress(address)
  const fileId = sheetId === null ? address : null
  const opened = useStore(library.store, (state) => state.opened)
  const lastOpened = useRef<string | null>(null)

  useUndoKey()
  const menu = useContextMenu(
    (target) =>
      target.closest('[data-file]') !== null || (fileId !== null && target.closest('aside') === null),
  )
  useEffect(() => {
    if (fileId) void library.open(fileId)
    else library.closeItem()
    if (address) lastOpened.current = address
  }, [fileId, address, library])

  return (
    <div className={styles.library}>
      <div className={styles.all} inert={address !== null}>
        <h1 className="visually-hidden">{words.title}</h1>
        <LibraryBar library={library} />
        <FilterStrip library={library} />
        <div className={styles.content}>
          <LibraryContent
            library={library}
            returnTo={address === null ? lastOpened.current : null}
            onOpen={(id) => router.go('library', id)}
          />
        </div>
      </div>
      {fileId !== null && opened?.fileId === fileId && <ItemViewer library={library} opened={opened} />}
      {menu.asked && (
        <LibraryMenu key={menu.asked.id} asked={menu.asked} library={library} onClose={menu.close} />
      )}
      <PurgeDialog library={library} />
      {sheetId !== null && <SheetViewer key={sheetId} sheet={library.sheet} batchId={sheetId} />}
    </div>
  )
}
