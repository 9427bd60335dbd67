import { FileX2, LayoutGrid, Undo2, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { mostTogether } from '../../../../shared/bridge/together-bounds.ts'
import type { TournamentView as View } from '../../../../shared/bridge/tournament-procedures.ts'
import { judgingOf } from '../../../actions/judging.ts'
import { FileMarks } from '../../../media/file-marks.tsx'
import { Thumb } from '../../../media/thumb.tsx'
import { useAtelier } from '../../../shell/atelier-context.tsx'
import { useKeys } from '../../../shell/keys.ts'
import { togetherAddress } from '../../../shell/together-address.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useTogetherWords } from '../../../words/together-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import type { LibraryStore } from '../library-store.ts'
import frame from './compare.module.css'
import { CompareFrame } from './compare-frame.tsx'
import { useColumns, usePlaying, useSharedZoom, zoomBindings } from './compare-view.tsx'
import {
  areRead,
  createTogetherStore,
  itemsOf,
  type TogetherItem,
  type TogetherStore,
} from './together-store.ts'
import styles from './tournament.module.css'
import { type TournamentStore, tournamentStoreOf } from './tournament-store.ts'

interface TournamentPartProps {
  readonly library: LibraryStore
  readonly tournamentId: string
  readonly onLeave: () => void
}

/** A tournament between files: which of two or four is better, until all have a score. */
export function TournamentView({ library, tournamentId, onLeave }: TournamentPartProps) {
  const { bridge, posters } = useAtelier()
  const [models, setModels] = useState<readonly [TournamentStore, TogetherStore] | null>(null)
  useEffect(() => {
    const files = createTogetherStore(bridge, posters.offer)
    setModels([tournamentStoreOf(bridge, tournamentId), files])
    return files.close
  }, [bridge, posters, tournamentId])
  return models && <Open model={models[0]} files={models[1]} library={library} onLeave={onLeave} />
}

interface OpenProps {
  readonly model: TournamentStore
  readonly files: TogetherStore
  readonly library: LibraryStore
  readonly onLeave: () => void
}

function Open({ model, files, library, onLeave }: OpenProps) {
  const { tournament: words, close } = useTogetherWords()
  const { shell, failures } = useWords()
  const { bridge, router } = useAtelier()
  const { view, failure } = useStore(model.store)
  const known = useStore(files.store)
  const notify = useNotify()
  const viewer = useRef<HTMLElement>(null)
  useEffect(() => {
    void model.read()
    viewer.current?.focus()
  }, [model])
  const shown = view?.match ?? view?.standings?.slice(0, mostTogether).map(({ fileId }) => fileId)
  const ids = shown?.join() ?? ''
  const isRead = shown !== undefined && areRead(known, shown)
  const trouble = view ? !isRead && known.failure : failure
  useEffect(() => {
    if (ids !== '') void files.open(ids.split(','))
  }, [files, ids])
  const played = isRead && view?.match ? view.played : null
  const focusedAt = useRef<number | null>(null)
  useEffect(() => {
    // Where pairs become fours the focus stays at that choice.
    if (played === null || played === focusedAt.current) return
    focusedAt.current = played
    viewer.current?.querySelector<HTMLElement>('[data-pane]')?.focus()
  }, [played])

  async function choose(fileId: string) {
    const undo = await model.choose(fileId)
    // For Ctrl+Z, in turn with marks; a note for each choice would cover the next.
    if (undo) judgingOf(bridge).remember(undo)
    else tellFailure()
  }

  function tellFailure() {
    const failed = model.store.getState().failure
    if (failed) notify(failures.sentence(failed), 'danger')
  }

  useKeys([
    { key: 'Escape', run: onLeave },
    { key: 'n', shift: true, once: true, run: onLeave },
  ])
  const best = view?.standings?.slice(0, 8).map(({ fileId }) => fileId)
  return (
    <section
      ref={viewer}
      role="dialog"
      data-keys="screen"
      tabIndex={-1}
      aria-label={words.title}
      className={frame.viewer}
    >
      <header className={frame.bar}>
        <IconButton label={close} shortcut={shell.keyNames.escape} icon={<X />} onClick={onLeave} />
        <h2 className={frame.title}>{words.title}</h2>
        {view && (
          <span className={styles.progress} role="status">
            {view.match ? words.progress(view.round, view.rounds, view.played, view.total) : words.done}
          </span>
        )}
        <span className={frame.space} />
        {view?.played === 0 && view.files > 2 && (
          <Segmented
            label={words.size}
            value={String(view.size)}
            options={(['2', '4'] as const).map((value) => ({ value, label: words.sizes[value] }))}
            onChange={(value) => void model.resize(value === '4' ? 4 : 2).then(tellFailure)}
          />
        )}
        {best && (
          <Button
            icon={<LayoutGrid />}
            onClick={() => router.go('library', togetherAddress({ way: 'survey', fileIds: best }))}
          >
            {words.survey}
          </Button>
        )}
        {view && view.played > 0 && (
          <Button icon={<Undo2 />} onClick={() => void model.undoLast().then(tellFailure)}>
            {words.undo}
          </Button>
        )}
      </header>
      {view && <progress className={styles.bar} aria-hidden="true" max={view.total} value={view.played} />}
      {trouble && (
        <EmptyState
          icon={<FileX2 aria-hidden="true" />}
          title={words.gone}
          body={failures.sentence(trouble)}
          action={<Button onClick={onLeave}>{close}</Button>}
        />
      )}
      {view?.match && isRead && (
        <Match
          key={view.played}
          library={library}
          fileIds={view.match}
          items={itemsOf(known, view.match)}
          onChoose={(fileId) => void choose(fileId)}
        />
      )}
      {view?.standings && isRead && <Standings view={view} files={known} />}
    </section>
  )
}

interface MatchProps {
  readonly library: LibraryStore
  readonly fileIds: readonly string[]
  readonly items: readonly TogetherItem[]
  readonly onChoose: (fileId: string) => void
}

/** Two to four files; one that has left the library is a frame that says so. */
function Match({ library, fileIds, items, onChoose }: MatchProps) {
  const { tournament: words } = useTogetherWords()
  const panes = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState(0)
  const shared = useSharedZoom()
  const playing = usePlaying(items)
  const columns = useColumns(panes, fileIds.length, items)

  function focusPane(index: number) {
    const next = Math.max(0, Math.min(fileIds.length - 1, index))
    panes.current?.querySelectorAll<HTMLElement>('[data-pane]')[next]?.focus()
  }

  useKeys([{ key: 'Escape', first: true, run: () => shared.set(null) }], shared.zoom !== null)
  useKeys([
    ...zoomBindings(shared, focused),
    { key: 'ArrowLeft', run: () => focusPane(focused - 1) },
    { key: 'ArrowRight', run: () => focusPane(focused + 1) },
    { key: 'ArrowUp', run: () => focusPane(focused - columns) },
    { key: 'ArrowDown', run: () => focusPane(focused + columns) },
    { key: 'z', shift: false, once: true, run: () => shared.frames.get(focused)?.toggle() },
    { key: 'k', shift: false, once: true, run: () => playing.playback.toggle() },
    ...fileIds.map((fileId, index) => ({
      key: String(index + 1),
      code: `Digit${index + 1}`,
      bySign: true,
      once: true,
      run: () => onChoose(fileId),
    })),
  ])

  function onKeyDown(event: KeyboardEvent, fileId: string) {
    if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
    event.preventDefault()
    if (event.repeat) return
    if (event.key === 'Enter') onChoose(fileId)
    else playing.playback.toggle()
  }

  return (
    <div className={frame.room}>
      <div
        ref={panes}
        className={frame.panes}
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {fileIds.map((fileId, index) => {
          const one = items.find(({ item }) => item.fileId === fileId)
          return (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
            <div
              key={fileId}
              role="group"
              data-pane={index}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: Enter chooses the one that has the focus.
              tabIndex={0}
              aria-label={words.choose(index + 1)}
              aria-current={index === focused ? 'true' : undefined}
              className={frame.pane}
              onFocus={() => setFocused(index)}
              onKeyDown={(event) => onKeyDown(event, fileId)}
            >
              {one ? (
                <CompareFrame
                  library={library}
                  item={one.item}
                  index={index}
                  shared={shared}
                  playback={playing.playback}
                  volume={index === focused ? playing.volume : 0}
                  played={playing.seconds / (one.item.durationSeconds || playing.duration || 1)}
                />
              ) : (
                <p className={frame.broken}>{words.missing}</p>
              )}
              <div className={styles.caption}>
                <Button tabIndex={-1} onClick={() => onChoose(fileId)}>
                  {words.choose(index + 1)}
                </Button>
              </div>
            </div>
          )
        })}
      </div>
      <p className={styles.how}>{words.how}</p>
    </div>
  )
}

/** All files by their scores, the best first. */
function Standings({
  view,
  files,
}: {
  readonly view: View
  readonly files: ReturnType<TogetherStore['store']['getState']>
}) {
  const { tournament: words } = useTogetherWords()
  const { router } = useAtelier()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  return (
    <div className={styles.result}>
      <p className={styles.how}>{words.explained}</p>
      <ol ref={list} className={styles.standings}>
        {view.standings?.slice(0, mostTogether).map(({ fileId, score, over, under }, index) => {
          const item = files.known?.get(fileId)?.item
          return (
            <li key={fileId}>
              <button type="button" className={styles.standing} onClick={() => router.go('library', fileId)}>
                <span className={styles.place}>{words.place(index + 1)}</span>
                <span className={styles.thumb}>
                  {item && <Thumb kind={item.kind} file={item} alt="" fit="contain" width={220} />}
                  {item && <FileMarks judgement={item.judgement} />}
                </span>
                <span className={styles.score}>
                  <span className="visually-hidden">{words.score} </span>
                  {score}
                </span>
                <span className={styles.won}>{words.standing(over, under)}</span>
              </button>
            </li>
          )
        })}
      </ol>
    </div>
  )
}
