import { useStore } from 'zustand'
import { Slider } from '../../ui/slider.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import type { LibraryStore } from './library-store.ts'
import styles from './library-view.module.css'
import { rowHeights } from './place-storage.ts'

/** How large the files of the grid are; it is kept. */
export function RowHeight({ library }: { readonly library: LibraryStore }) {
  const words = useLibraryWords()
  const height = useStore(library.store, (state) => state.rowHeight)
  return (
    <div className={styles.size}>
      <Slider
        label={words.rowHeight}
        minimum={rowHeights.least}
        maximum={rowHeights.most}
        step={16}
        value={height}
        rest={null}
        unset=""
        spoken={words.pixelsHigh}
        onChange={library.setRowHeight}
      />
    </div>
  )
}
