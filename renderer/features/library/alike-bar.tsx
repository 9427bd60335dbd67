import type { Likeness } from '../../../shared/bridge/layout-procedures.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { type Alike, type LibraryStore, noFilter } from './library-store.ts'
import styles from './library-view.module.css'

const ways: readonly Likeness[] = ['look', 'color']

/** Above the files that are like one: in what, and the way back. */
export function AlikeBar({ library, alike }: { readonly library: LibraryStore; readonly alike: Alike }) {
  const { alike: words } = useLibraryWords()
  return (
    <div className={styles.alike}>
      <p>{words.title}</p>
      <Segmented
        label={words.by}
        value={alike.by}
        options={ways.map((value) => ({ value, label: words.ways[value] }))}
        onChange={(next) =>
          library.filter({ ...noFilter, alike: { ...alike, by: ways.find((way) => way === next) ?? 'look' } })
        }
      />
      <Button look="quiet" onClick={() => library.filter(noFilter)}>
        {words.leave}
      </Button>
    </div>
  )
}
