import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { isTooLargeToShow } from '../../../shared/bridge/media-bounds.ts'
import { downloadRoute, fileRoute } from '../../../shared/bridge/media-routes.ts'
import type { LibraryItem } from '../../../shared/bridge/views.ts'
import { useIntake } from '../../forms/intake-context.tsx'
import { MediaView } from '../../media/media-view.tsx'
import { saveFile } from '../../media/save-file.ts'
import { ZoomView } from '../../media/zoom-view.tsx'
import { useAtelier } from '../../shell/atelier-context.tsx'
import { useKeys } from '../../shell/keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWords } from '../../words/words-context.tsx'
import { addressOf } from './item-address.ts'
import { ItemDetails } from './item-details.tsx'
import styles from './item-viewer.module.css'
import type { LibraryStore, OpenedItem } from './library-store.ts'
import { MissingFile } from './missing-file.tsx'
import { useRemix } from './use-remix.ts'
import { ViewerBar } from './viewer-bar.tsx'

interface ItemViewerProps {
  readonly library: LibraryStore
  readonly opened: OpenedItem
}

/** One file, large, with its details. */
export function ItemViewer({ library, opened }: ItemViewerProps) {
  const { library: words } = useWords()
  const { router } = useAtelier()
  const items = useStore(library.store, (state) => state.items)
  const total = useStore(library.store, (state) => state.total)
  const remix = useRemix(library)
  const intake = useIntake()
  const [details, setDetails] = useState(true)
  const viewer = useRef<HTMLElement>(null)
  const { item, submission, failure, fileId } = opened
  const index = items?.findIndex((candidate) => candidate.fileId === fileId) ?? -1
  const neighbour = (by: number) => (index < 0 ? undefined : items?.[index + by])
  const leave = () => router.go('library')
  const step = (by: number) => {
    const next = neighbour(by)
    if (next) router.replace('library', addressOf(next))
  }

  function takeAsInput() {
    router.go('create')
    void intake.offer([{ type: 'library', fileId }])
  }

  useEffect(() => viewer.current?.focus(), [])
  useKeys([
    { key: 'Escape', run: leave },
    { key: 'ArrowLeft', run: () => step(-1) },
    { key: 'ArrowRight', run: () => step(1) },
    { key: 'd', run: () => item && saveFile(downloadRoute(item.fileId)) },
    { key: 'r', run: () => void remix(fileId) },
    { key: 'i', run: () => setDetails(!details) },
  ])

  return (
    <section
      ref={viewer}
      role="dialog"
      data-keys="screen"
      tabIndex={-1}
      aria-label={words.viewer}
      className={styles.viewer}
    >
      <ViewerBar
        position={index < 0 ? null : words.position(index + 1, total)}
        fileId={item?.state === 'saved' ? fileId : null}
        details={details}
        hasPrevious={neighbour(-1) !== undefined}
        hasNext={neighbour(1) !== undefined}
        onLeave={leave}
        onStep={step}
        onRemix={() => void remix(fileId)}
        onUseAsInput={takeAsInput}
        onDetails={() => setDetails(!details)}
      />
      <div className={styles.body}>
        <div className={styles.room}>
          {item?.state === 'saved' && <LargeMedia item={item} />}
          {item && item.state !== 'saved' && <MissingFile library={library} item={item} />}
          {failure && (
            <EmptyState title={words.itemGone} action={<Button onClick={leave}>{words.close}</Button>} />
          )}
        </div>
        {details && item && <ItemDetails item={item} submission={submission} library={library} />}
      </div>
    </section>
  )
}

function LargeMedia({ item }: { readonly item: LibraryItem }) {
  const { media } = useWords()
  return item.kind === 'image' && !isTooLargeToShow(item) ? (
    <ZoomView key={item.fileId} source={fileRoute(item.fileId)} name={media.of(item.kind, item.prompt)} />
  ) : (
    <MediaView file={item} prompt={item.prompt} />
  )
}
