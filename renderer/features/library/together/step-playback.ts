import { createStore, type StoreApi } from 'zustand/vanilla'

export interface PlaybackState {
  readonly playing: boolean
  readonly seconds: number
  /** Of the longest; 0 until known. */
  readonly duration: number
  readonly loops: boolean
}

/** What it needs of a video or an audio element. */
export type Playable = Pick<
  HTMLMediaElement,
  | 'currentTime'
  | 'duration'
  | 'paused'
  | 'error'
  | 'readyState'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'removeEventListener'
>

/**
 * Plays several videos or audio files in step: all are at the moment at which the longest is, and a shorter one waits at
 * its end.
 */
export interface StepPlayback {
  readonly store: StoreApi<PlaybackState>
  /** Takes one in; the returned function lets go of it. */
  add(element: Playable): () => void
  toggle(): void
  pause(): void
  seek(seconds: number): void
  setLoops(loops: boolean): void
  /** The longest, which the others follow; null while there is none. */
  leader(): Playable | null
  /** To be called once the leader was moved while nothing plays. */
  follow(): void
}

/** How far from each other they may play, in seconds. */
const slack = 0.12
/** A moment before an end, so that the last frame is shown. */
const beforeEnd = 0.04
const events = [
  'loadedmetadata',
  'loadeddata',
  'timeupdate',
  'play',
  'pause',
  'seeked',
  'ended',
  'error',
] as const

/** `startsAlone`: they begin to play once all can. */
export function createStepPlayback(startsAlone: boolean): StepPlayback {
  const store = createStore<PlaybackState>(() => ({ playing: false, seconds: 0, duration: 0, loops: true }))
  const elements = new Set<Playable>()
  let waitsToStart = startsAlone
  /** Whether they are to play: an element that is paused by its end or by the browser doesn't tell. */
  let isOn = false

  const lengthOf = ({ duration }: Playable) => (Number.isFinite(duration) ? duration : 0)

  function leader(): Playable | null {
    let longest: Playable | null = null
    for (const element of elements)
      if (element.error === null && (!longest || lengthOf(element) > lengthOf(longest))) longest = element
    return longest
  }

  function put(element: Playable, seconds: number): void {
    const last = Math.max(0, lengthOf(element) - beforeEnd)
    element.currentTime = Math.max(0, Math.min(seconds, last))
  }

  function start(element: Playable): void {
    // A browser that refuses leaves it paused, which its event reports.
    element.play().catch(() => read())
  }

  function playAll(): void {
    isOn = true
    const { currentTime: now = 0 } = leader() ?? {}
    for (const element of elements) {
      if (element.error !== null) continue
      if (now < lengthOf(element) - beforeEnd) start(element)
    }
    read()
  }

  function pauseAll(): void {
    isOn = false
    for (const element of elements) element.pause()
    follow()
    read()
  }

  function follow(): void {
    const first = leader()
    if (!first) return
    for (const element of elements) if (element !== first) put(element, first.currentTime)
  }

  /** Those that play are held together while the leader goes on. */
  function hold(): void {
    const first = leader()
    if (!first || !isOn) return
    for (const element of elements) {
      if (element === first || element.error !== null) continue
      const isOver = first.currentTime >= lengthOf(element) - beforeEnd
      if (isOver) {
        element.pause()
        continue
      }
      if (Math.abs(element.currentTime - first.currentTime) > slack) element.currentTime = first.currentTime
      if (element.paused) start(element)
    }
  }

  function begin(): void {
    const all = [...elements]
    if (!waitsToStart || all.length === 0) return
    if (all.some((element) => element.error === null && element.readyState < 2)) return
    waitsToStart = false
    playAll()
  }

  function read(): void {
    const first = leader()
    const { playing, seconds, duration } = store.getState()
    const next = {
      playing: isOn && first !== null && !first.paused,
      seconds: first?.currentTime ?? 0,
      duration: first ? lengthOf(first) : 0,
    }
    if (next.playing !== playing || next.seconds !== seconds || next.duration !== duration)
      store.setState(next)
  }

  function hear(element: Playable, event: Event): void {
    if (event.type === 'loadeddata' || event.type === 'error') begin()
    if (element === leader()) {
      if (event.type === 'timeupdate') hold()
      if (event.type === 'ended') {
        if (isOn && store.getState().loops) {
          for (const one of elements) put(one, 0)
          playAll()
        } else isOn = false
      }
    }
    read()
  }

  return {
    store,
    leader,
    follow,
    add(element) {
      elements.add(element)
      const listen = (event: Event) => hear(element, event)
      for (const name of events) element.addEventListener(name, listen)
      begin()
      read()
      return () => {
        elements.delete(element)
        for (const name of events) element.removeEventListener(name, listen)
        read()
      }
    },
    toggle() {
      waitsToStart = false
      const first = leader()
      if (!first) return
      if (!first.paused) return pauseAll()
      if (first.currentTime >= lengthOf(first) - beforeEnd) for (const one of elements) put(one, 0)
      playAll()
    },
    pause: pauseAll,
    seek(seconds) {
      for (const element of elements) put(element, seconds)
      if (isOn) playAll()
      read()
    },
    setLoops: (loops) => store.setState({ loops }),
  }
}
