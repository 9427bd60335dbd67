import { type RefObject, useEffect, useState } from 'react'

export interface Player {
  readonly playing: boolean
  readonly seconds: number
  /** 0 until known. */
  readonly duration: number
  readonly muted: boolean
  readonly failed: boolean
  toggle(): void
  seek(seconds: number): void
  setMuted(muted: boolean): void
}

/** The state of a video or an audio player, and its controls. */
export function usePlayer(media: RefObject<HTMLMediaElement | null>, source: string): Player {
  const [state, setState] = useState({ playing: false, seconds: 0, duration: 0, muted: false, failed: false })

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
  }
}
