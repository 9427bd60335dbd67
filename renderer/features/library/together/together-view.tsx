import { FileX2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useKeys } from '../../../shell/keys.ts'
import type { Together } from '../../../shell/together-address.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useTogetherWords } from '../../../words/together-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { LibraryStore } from '../library-store.ts'
import styles from './compare.module.css'
import { CompareView } from './compare-view.tsx'
import { SurveyView } from './survey-view.tsx'
import { createTogetherStore, itemsOf } from './together-store.ts'

interface TogetherPartProps {
  readonly library: LibraryStore
  readonly together: Together
  readonly onLeave: () => void
  readonly onCurrent: (fileId: string) => void
}

/** Files of the library shown together, in the way that the address says. */
export function TogetherView({ library, together, onLeave, onCurrent }: TogetherPartProps) {
  const { bridge, posters } = useAtelier()
  const [model, setModel] = useState<ReturnType<typeof createTogetherStore> | null>(null)
  useEffect(() => {
    const made = createTogetherStore(bridge, posters.offer)
    setModel(made)
    return made.close
  }, [bridge, posters])
  return model && <Shown {...{ model, library, together, onLeave, onCurrent }} />
}

interface ShownProps extends TogetherPartProps {
  readonly model: ReturnType<typeof createTogetherStore>
}

function Shown({ model, library, together, onLeave, onCurrent }: ShownProps) {
  const state = useStore(model.store)
  const { way, fileIds } = together
  useEffect(() => {
    if (fileIds.length > 0) void model.open(fileIds)
  }, [model, fileIds])
  const items = itemsOf(state, fileIds)
  if (state.known && items.length > 0) {
    const View = way === 'compare' ? CompareView : SurveyView
    return <View library={library} items={items} onLeave={onLeave} onCurrent={onCurrent} />
  }
  return state.known || state.failure || fileIds.length === 0 ? (
    <None way={way} failure={state.failure} onLeave={onLeave} />
  ) : (
    <div className={styles.viewer} />
  )
}

interface NoneProps {
  readonly way: Together['way']
  readonly failure: ReturnType<ReturnType<typeof createTogetherStore>['store']['getState']>['failure']
  readonly onLeave: () => void
}

/** In place of files that are gone, or could not be read. */
function None({ way, failure, onLeave }: NoneProps) {
  const words = useTogetherWords()
  const { failures } = useWords()
  const viewer = useRef<HTMLElement>(null)
  useEffect(() => viewer.current?.focus(), [])
  useKeys([{ key: 'Escape', run: onLeave }])
  return (
    <section
      ref={viewer}
      role="dialog"
      data-keys="screen"
      tabIndex={-1}
      aria-label={words[way]}
      className={styles.viewer}
    >
      <EmptyState
        icon={<FileX2 aria-hidden="true" />}
        title={failure ? words.failed : words.gone}
        body={failure && failures.sentence(failure)}
        action={<Button onClick={onLeave}>{words.close}</Button>}
      />
    </section>
  )
}
