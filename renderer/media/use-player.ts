import { type RefObject, useEffect, useState } from 'react'

export interface Player {
  readonly playing: boolean
  readonly seconds: number
  /** 0 until known. */
  readonly duration: number
  readonly muted: boolean
  readonly loops: boolean
  readonly failed: boolean
  toggle(): void
  seek(seconds: number): void
  setMuted(muted: boolean): void
  setLoops(loops: boolean): void
}

const unread = { playing: false, seconds: 0, duration: 0, muted: false, loops: false, failed: false }

/** The state of a video or an audio player, and its controls. */
export function usePlayer(media: RefObject<HTMLMediaElement | null>, source: string): Player {
  const [state, setState] = useState(unread)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another element's life.
  useEffect(() => {
    const element = media.current
    if (!element) return
    const read = () =>
      setState({
        playing: !element.paused && !element.ended,
        seconds: element.currentTime,
        duration: Number.isFinite(element.duration) ? element.duration : 0,
        muted: element.muted,
        loops: element.loop,
        failed: element.error !== null,
      })
    const events = [
      'play',
      'pause',
      'ended',
      'timeupdate',
      'seeked',
      'loadedmetadata',
      'volumechange',
      'error',
    ]
    for (const name of events) element.addEventListener(name, read)
    read()
    return () => {
      for (const name of events) element.removeEventListener(name, read)
    }
  }, [media, source])

  return {
    ...state,
    toggle() {
      const element = media.current
      if (!element) return
      if (element.paused) element.play().catch(() => setState((before) => ({ ...before, playing: false })))
      else element.pause()
    },
    seek(seconds) {
      if (media.current) media.current.currentTime = seconds
    },
    setMuted(muted) {
      if (media.current) media.current.muted = muted
    },
    setLoops(loops) {
      if (media.current) media.current.loop = loops
      // No event reports it.
      setState((before) => ({ ...before, loops }))
    },
  }
}
