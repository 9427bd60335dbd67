import { PanelRight, SquareSplitHorizontal, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ActionBar } from '../../../actions/action-bar.tsx'
import { useActionKeys, useActions, useShownResult } from '../../../actions/use-actions.ts'
import { FileMarks } from '../../../media/file-marks.tsx'
import { toggleFullScreen } from '../../../media/full-screen.ts'
import type { MediaControls } from '../../../media/media-controls.ts'
import { PlayerBar } from '../../../media/player-bar.tsx'
import { stepFrame, whenStepped } from '../../../media/step-frame.ts'
import { useSize } from '../../../media/use-frame.ts'
import type { Player } from '../../../media/use-player.ts'
import { readShownFrame } from '../../../media/video-poster.ts'
import { arrowKeys } from '../../../media/zoom.ts'
import { zoomKeys } from '../../../media/zoom-view.tsx'
import { useAtelier, useStudio } from '../../../shell/atelier-context.tsx'
import { type KeyBinding, shownKeys, useKeys } from '../../../shell/keys.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useNotify } from '../../../ui/toaster.tsx'
import { useTogetherWords } from '../../../words/together-words.ts'
import { useWords } from '../../../words/words-context.tsx'
import { subjectOfItem } from '../item-subject.ts'
import type { LibraryStore } from '../library-store.ts'
import { MarkControls } from '../mark-controls.tsx'
import styles from './compare.module.css'
import { CompareFrame, type SharedZoom, type ZoomControls } from './compare-frame.tsx'
import { CompareWipe } from './compare-wipe.tsx'
import { DifferencePanel } from './difference-panel.tsx'
import { createStepPlayback } from './step-playback.ts'
import type { StepZoom } from './step-zoom.ts'
import { columnsOf } from './survey-layout.ts'
import type { TogetherItem } from './together-store.ts'

export interface TogetherViewProps {
  readonly library: LibraryStore
  readonly items: readonly TogetherItem[]
  readonly onLeave: () => void
  /** Called with the file that has the focus, which gets it back in the grid. */
  readonly onCurrent: (fileId: string) => void
}

const gap = 8
const captionHeight = 32
export const wipeKey = { key: 'q', shift: false } as const

/** Two to four files side by side: zoom, playback and frames in step, what differs beside them, marks for the focused one. */
export function CompareView({ library, items, onLeave, onCurrent }: TogetherViewProps) {
  const words = useTogetherWords()
  const { shell } = useWords()
  const notify = useNotify()
  const viewer = useRef<HTMLElement>(null)
  const panes = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState(0)
  const focused = Math.min(chosen, items.length - 1)
  const [details, setDetails] = useState(true)
  const [wipes, setWipes] = useState(false)
  const canWipe =
    items.length === 2 && items.every(({ item }) => item.kind === 'image' && item.state === 'saved')
  const isWiping = wipes && canWipe
  const shared = useSharedZoom()
  const columns = useColumns(panes, items.length, items)
  const playing = usePlaying(items)
  const current = items[focused]?.item
  const videos = useRef(new Map<number, HTMLVideoElement>())

  function focusPane(index: number) {
    const next = Math.max(0, Math.min(items.length - 1, index))
    setChosen(next)
    panes.current?.querySelectorAll<HTMLElement>('[data-pane]')[next]?.focus()
  }

  function wipe() {
    if (canWipe) setWipes(!isWiping)
    else notify(words.wipeNeedsTwo)
  }

  const view: MediaControls = {
    toggleZoom: () => shared.frames.get(isWiping ? 0 : focused)?.toggle(),
    toggleFullScreen: () => toggleFullScreen(viewer.current),
    stepFrame: playing.step,
    readShownFrame(name) {
      const video = videos.current.get(focused)
      if (!video) return null
      playing.playback.pause()
      return whenStepped(video).then(() => readShownFrame(video, name))
    },
    togglePlay: () => playing.playback.toggle(),
  }
  const actions = useTogetherSubject({
    library,
    items,
    focused,
    view,
    advance: () => focusPane(focused + 1),
    onLeave,
    without: 'compare',
  })
  const isThere = items.length > 0
  useEffect(() => {
    if (isThere) panes.current?.querySelector<HTMLElement>('[data-pane]')?.focus()
  }, [isThere])
  useEffect(() => {
    if (current) onCurrent(current.fileId)
  }, [current, onCurrent])
  useKeys([{ key: 'Escape', first: true, run: () => shared.set(null) }], shared.zoom !== null)
  useKeys([
    { key: 'Escape', run: onLeave },
    { key: 'c', shift: false, once: true, run: onLeave },
    ...zoomBindings(shared, isWiping ? 0 : focused),
    { key: 'ArrowLeft', run: () => focusPane(focused - 1) },
    { key: 'ArrowRight', run: () => focusPane(focused + 1) },
    { key: 'ArrowUp', run: () => focusPane(focused - columns) },
    { key: 'ArrowDown', run: () => focusPane(focused + columns) },
    { key: 'i', run: () => setDetails(!details) },
  ])
  useKeys([{ ...wipeKey, once: true, run: wipe }], isThere)
  // Images have theirs in the table of actions.
  useKeys([{ key: 'z', shift: false, once: true, run: view.toggleZoom }], current?.kind === 'video')

  /** A pane is no control: the space bar plays, as where nothing has the focus. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== ' ' || event.target !== event.currentTarget || !playing.player) return
    event.preventDefault()
    if (!event.repeat) playing.playback.toggle()
  }

  return (
    <section
      ref={viewer}
      role="dialog"
      data-keys="screen"
      tabIndex={-1}
      aria-label={words.compare}
      className={styles.viewer}
    >
      <header className={styles.bar}>
        <IconButton label={words.close} shortcut={shell.keyNames.escape} icon={<X />} onClick={onLeave} />
        <h2 className={styles.title}>{words.compare}</h2>
        <span className={styles.space} />
        {canWipe && (
          <IconButton
            label={words.wipe}
            shortcut={shownKeys(wipeKey, shell.keyNames).join(' ')}
            aria-pressed={isWiping}
            icon={<SquareSplitHorizontal />}
            onClick={wipe}
          />
        )}
        {current && <ActionBar items={actions} kind={current.kind} />}
        <IconButton
          label={details ? words.hideDifferences : words.showDifferences}
          shortcut="I"
          aria-pressed={details}
          icon={<PanelRight />}
          onClick={() => setDetails(!details)}
        />
      </header>
      <div className={styles.body}>
        <div className={styles.room}>
          {isWiping && items[0] && items[1] && (
            <CompareWipe one={items[0].item} other={items[1].item} shared={shared} />
          )}
          <div
            ref={panes}
            className={styles.panes}
            data-wiping={isWiping || undefined}
            style={{ gridTemplateColumns: `repeat(${isWiping ? 2 : columns}, minmax(0, 1fr))` }}
          >
            {items.map(({ item }, index) => (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
              <div
                key={item.fileId}
                role="group"
                data-pane={index}
                // biome-ignore lint/a11y/noNoninteractiveTabindex: marks and actions are for the one that has the focus.
                tabIndex={0}
                aria-label={words.pane(index + 1, items.length, item.modelLabel)}
                aria-current={index === focused ? 'true' : undefined}
                className={styles.pane}
                data-rejected={item.judgement.flag === 'reject' || undefined}
                onFocus={() => setChosen(index)}
                onKeyDown={onKeyDown}
              >
                {!isWiping && (
                  <CompareFrame
                    library={library}
                    item={item}
                    index={index}
                    shared={shared}
                    playback={playing.playback}
                    volume={index === focused ? playing.volume : 0}
                    played={playing.seconds / (item.durationSeconds || playing.duration || 1)}
                    videoRef={(video) => {
                      if (video) videos.current.set(index, video)
                      else videos.current.delete(index)
                    }}
                  />
                )}
                <div data-marks className={styles.caption}>
                  <span className={styles.number}>{index + 1}</span>
                  <span className={styles.model}>{item.modelLabel}</span>
                  <FileMarks judgement={item.judgement} inline />
                </div>
              </div>
            ))}
          </div>
          <div className={styles.foot}>
            {playing.player && (
              <div className={styles.transport}>
                <PlayerBar
                  player={playing.player}
                  {...(playing.hasVideo && {
                    video: { onStep: playing.step, onFullScreen: view.toggleFullScreen },
                  })}
                />
              </div>
            )}
            {current && <MarkControls judgement={current.judgement} items={actions} />}
          </div>
        </div>
        {details && <DifferencePanel items={items} current={focused} />}
      </div>
    </section>
  )
}

export function useSharedZoom(): SharedZoom {
  const [zoom, set] = useState<StepZoom | null>(null)
  const [frames] = useState(() => new Map<number, ZoomControls>())
  return { zoom, set, frames }
}

/** The keys that zoom all frames, and move what is zoomed, as seen from one of them. */
export function zoomBindings(shared: SharedZoom, frame: number): readonly KeyBinding[] {
  const controls = () => shared.frames.get(frame)
  const zooming = zoomKeys.map(([key, factor]) => ({ key, run: () => controls()?.zoomBy(factor) }))
  if (!shared.zoom) return zooming
  const moving = arrowKeys.map((key) => ({ key, shift: true, run: () => controls()?.panByKey(key) }))
  return [...zooming, ...moving]
}

/** In how many columns so many frames with captions stand in their room. */
export function useColumns(
  panes: RefObject<HTMLElement | null>,
  count: number,
  items: readonly TogetherItem[],
): number {
  const room = useSize(panes)
  return columnsOf(count, ratioOf(items), {
    width: room?.width ?? 1,
    height: (room?.height ?? 1) - captionHeight,
    gap,
  })
}

/** Of the files, about: the one in the middle. */
function ratioOf(items: readonly TogetherItem[]): number {
  const ratios = items.map(({ item }) => (item.width && item.height ? item.width / item.height : 16 / 9))
  return ratios.toSorted((one, other) => one - other)[Math.floor(ratios.length / 2)] ?? 1
}

/** One playback for all that can be played; only the focused one is heard. */
export function usePlaying(items: readonly TogetherItem[]) {
  const { sound } = useAtelier()
  const hasVideo = items.some(({ item }) => item.kind === 'video')
  const isPlayable = items.some(({ item }) => item.kind !== 'image')
  const [playback] = useState(() =>
    createStepPlayback(hasVideo && !matchMedia('(prefers-reduced-motion: reduce)').matches),
  )
  const { playing, seconds, duration, loops } = useStore(playback.store)
  const { volume, isMuted } = useStore(sound.store)
  // As anywhere: a video begins muted.
  const muted = isMuted ?? hasVideo
  const player: Player | null = isPlayable
    ? {
        playing,
        seconds,
        duration,
        loops,
        muted,
        volume,
        failed: false,
        toggle: playback.toggle,
        seek: playback.seek,
        setLoops: playback.setLoops,
        setMuted: sound.setMuted,
        setVolume: sound.setVolume,
      }
    : null
  return {
    playback,
    player,
    hasVideo,
    seconds,
    duration,
    volume: muted ? 0 : volume,
    step(by: 1 | -1) {
      const leader = playback.leader()
      if (!(leader instanceof HTMLVideoElement)) return
      playback.pause()
      void stepFrame(leader, by).then(playback.follow)
    },
  }
}

interface TogetherSubject {
  readonly library: LibraryStore
  readonly items: readonly TogetherItem[]
  readonly focused: number
  readonly view: MediaControls | null
  readonly advance: () => void
  readonly onLeave: () => void
  /** Shown already: its key closes it. */
  readonly without: 'compare' | 'survey'
}

/** The actions on the focused file, with their keys. Comparing and surveying are for all that are shown. */
export function useTogetherSubject(input: TogetherSubject) {
  const { library, items, focused, without } = input
  const { router } = useAtelier()
  const canReveal = useStudio((state) => state.status?.host === 'desktop')
  const latest = useRef(input)
  latest.current = input
  const item = items[focused]?.item
  const subject = useMemo(
    () =>
      item
        ? {
            ...subjectOfItem({
              item,
              library,
              place: 'viewer',
              view: () => latest.current.view,
              canReveal,
              advance: () => latest.current.advance(),
              leave: () => router.go('library'),
            }),
            collectionId: null,
            together: items.map((one) => one.item),
          }
        : null,
    [item, items, library, canReveal, router],
  )
  useShownResult(subject)
  const actions = useActions(subject).filter(({ id }) => id !== without)
  useActionKeys(actions)
  return actions
}
