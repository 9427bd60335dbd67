import { type RefObject, useEffect, useState } from 'react'
import { useAtelier } from '../shell/atelier-context.tsx'

export interface Player {
  readonly playing: boolean
  readonly seconds: number
  /** 0 until known. */
  readonly duration: number
  readonly muted: boolean
  /** 0 up to 1. */
  readonly volume: number
  readonly loops: boolean
  readonly failed: boolean
  toggle(): void
  seek(seconds: number): void
  setMuted(muted: boolean): void
  setVolume(volume: number): void
  setLoops(loops: boolean): void
}

const unread = {
  playing: false,
  seconds: 0,
  duration: 0,
  muted: false,
  volume: 1,
  loops: false,
  failed: false,
}

/** The state of a video or an audio player, and its controls; its loudness is that of all players. */
export function usePlayer(media: RefObject<HTMLMediaElement | null>, source: string): Player {
  const [state, setState] = useState(unread)
  const { sound } = useAtelier()

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
        volume: element.volume,
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
    const apply = () => {
      const { volume, isMuted } = sound.store.getState()
      element.volume = volume
      if (isMuted !== null) element.muted = isMuted
    }
    for (const name of events) element.addEventListener(name, read)
    apply()
    read()
    const forget = sound.store.subscribe(apply)
    return () => {
      forget()
      for (const name of events) element.removeEventListener(name, read)
    }
  }, [media, source, sound])

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
    setMuted: sound.setMuted,
    setVolume: sound.setVolume,
    setLoops(loops) {
      if (media.current) media.current.loop = loops
      // No event reports it.
      setState((before) => ({ ...before, loops }))
    },
  }
}
