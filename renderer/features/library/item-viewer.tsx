import { FileX2 } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ActionBar } from '../../actions/action-bar.tsx'
import type { ActionId } from '../../actions/action-id.ts'
import type { ShownResult } from '../../actions/shown-result.ts'
import { useActionKeys, useActions, useEarlyKeys, useShownResult } from '../../actions/use-actions.ts'
import type { Wish } from '../../forms/input-role.ts'
import type { MediaControls } from '../../media/media-controls.ts'
import { MediaView } from '../../media/media-view.tsx'
import { preloadPixels } from '../../media/preload-pixels.ts'
import { useAtelier, useStudio } from '../../shell/atelier-context.tsx'
import { useKeys } from '../../shell/keys.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useLibraryWords } from '../../words/library-words.ts'
import { addressOf } from './item-address.ts'
import { ItemDetails } from './item-details.tsx'
import { subjectOfItem } from './item-subject.ts'
import styles from './item-viewer.module.css'
import { placeOf } from './layout-index.ts'
import type { LibraryStore, OpenedItem } from './library-store.ts'
import { MarkControls } from './mark-controls.tsx'
import { MissingFile } from './missing-file.tsx'
import { ViewerBar } from './viewer-bar.tsx'

interface ItemViewerProps {
  readonly library: LibraryStore
  readonly opened: OpenedItem
  readonly onLeave: () => void
}

/** One file, large, with its details. */
export function ItemViewer({ library, opened, onLeave: leave }: ItemViewerProps) {
  const words = useLibraryWords()
  const { router, shownResult } = useAtelier()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')
  const listed = useStore(library.store, (state) => state.index)
  const controls = useRef<MediaControls>(null)
  const advance = useRef(() => {})
  const viewer = useRef<HTMLElement>(null)
  const subject = useMemo(
    () =>
      opened.item
        ? subjectOfItem({
            item: opened.item,
            library,
            place: 'viewer',
            view: () => controls.current,
            canReveal,
            advance: () => advance.current(),
            retreat: ({ fileId }) => viewer.current && router.replace('library', fileId),
            leave: () => router.go('library'),
          })
        : null,
    [opened.item, library, canReveal, router],
  )
  useShownResult(subject)
  const items = useActions(subject)
  useActionKeys(items)
  useEarlyKeys('viewer', opened.fileId, opened.item !== null || opened.failure !== null, items)
  const [details, setDetails] = useState(true)
  // The image comes first; what stands around it has its place by then.
  const hasSurroundings = useDeferredValue(true, false)
  const { item, submission, failure } = opened
  const index = useMemo(() => (listed && item ? placeOf(listed, item.key) : -1), [listed, item])
  const total = listed?.total ?? 0
  const hasNeighbour = (by: number) => index >= 0 && index + by >= 0 && index + by < (listed?.length ?? 0)
  const step = async (by: number) => {
    if (!hasNeighbour(by)) return
    const next = await library.entryAt(index + by)
    if (next) router.replace('library', addressOf(next))
  }
  useEffect(() => {
    // The files beside it, so that a step to them waits for nothing.
    if (index < 0) return
    library.see(Math.max(0, index - 2), index + 3, 0)
    return preloadPixels(() => Promise.all([library.entryAt(index + 1), library.entryAt(index - 1)]))
  }, [index, library])

  advance.current = () => void step(1)

  useEffect(() => viewer.current?.focus(), [])
  useEffect(() => {
    if (hasSurroundings) placeOfAction(viewer.current, shownResult)?.focus()
  }, [shownResult, hasSurroundings])
  // What had the focus may be gone with the file before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each file.
  useEffect(() => {
    if (document.activeElement === document.body) viewer.current?.focus()
  }, [item?.fileId])
  // Space opened it; a video or audio file is played by it.
  useKeys([{ key: ' ', shift: false, outsideControls: true, run: leave }], item?.kind === 'image')
  useKeys([
    { key: 'Escape', run: leave },
    { key: 'ArrowLeft', run: () => void step(-1) },
    { key: 'ArrowRight', run: () => void step(1) },
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
        position={
          item?.state === 'trashed' && item.trashedAt !== null
            ? words.trash.since(item.trashedAt)
            : index < 0 || !listed?.isCounted
              ? null
              : words.position(index + 1, total)
        }
        actions={subject && hasSurroundings && <ActionBar items={items} kind={subject.kind} />}
        details={details}
        hasPrevious={hasNeighbour(-1)}
        hasNext={hasNeighbour(1)}
        onLeave={leave}
        onStep={(by) => void step(by)}
        onDetails={() => setDetails(!details)}
      />
      <div className={styles.body}>
        <div className={styles.room}>
          <div className={styles.media}>
            {(item?.state === 'saved' || item?.state === 'trashed') && item.failure === null && (
              <MediaView key={item.fileId} file={item} prompt={item.prompt} controls={controls} />
            )}
            {item?.state === 'deleted' && (
              <EmptyState
                icon={<FileX2 aria-hidden="true" />}
                title={words.trash.goneTitle}
                body={words.trash.goneBody(item.trashedAt ?? '')}
                action={<Button onClick={leave}>{words.close}</Button>}
              />
            )}
            {item?.state === 'trashed' && item.failure !== null && <EmptyState title={words.missingBadge} />}
            {item && item.trashedAt === null && item.state !== 'saved' && (
              <MissingFile key={item.fileId} library={library} item={item} />
            )}
            {failure && (
              <EmptyState title={words.itemGone} action={<Button onClick={leave}>{words.close}</Button>} />
            )}
          </div>
          {item?.trashedAt === null && (
            <div className={styles.marks}>
              {hasSurroundings && <MarkControls judgement={item.judgement} items={items} />}
            </div>
          )}
        </div>
        {details && item && !hasSurroundings && <div className={styles.details} />}
        {details && item && hasSurroundings && (
          <ItemDetails key={item.fileId} item={item} submission={submission} library={library} />
        )}
      </div>
    </section>
  )
}

/** Where the action is that was left again: its button, or the menu that holds it; null where there was none. */
function placeOfAction(viewer: HTMLElement | null, shownResult: ShownResult): HTMLElement | null {
  const { cameBack } = shownResult.getState()
  shownResult.setState({ cameBack: undefined })
  if (!viewer || !cameBack) return null
  const { act, wish } = cameBack
  const names = (act ? [act] : actionsFor(wish)).map((id) => `[data-action="${id}"]`)
  // The menu is the last of the buttons.
  return viewer.querySelector([...names, '[data-more]'].join())
}

/** The actions that bring a file to the form for this. */
function actionsFor(wish: Wish | null): readonly ActionId[] {
  if (wish === null) return ['useAsInput']
  if (wish.making !== null) return ['animate']
  return wish.role === 'start' ? ['useAsStart', 'lastFrame'] : ['useAsReference']
}
