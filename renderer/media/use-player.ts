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
  /** How fast it plays; 1 is as it was made. Absent where that can’t be chosen, as are the points. */
  readonly speed?: number
  /** Between these it loops, in seconds; null: its beginning, or its end. */
  readonly points?: Points
  setSpeed?(speed: number): void
  setPoints?(points: Points): void
  toggle(): void
  seek(seconds: number): void
  setMuted(muted: boolean): void
  setVolume(volume: number): void
  setLoops(loops: boolean): void
}

/** In and out point of a loop. */
export interface Points {
  readonly in: number | null
  readonly out: number | null
}

export const slowest = 0.25
export const speeds: readonly number[] = [slowest, 0.5, 1, 1.5, 2]

/** The next faster or slower one; the same at the ends. */
export function speedAfter(speed: number, by: 1 | -1): number {
  const at = speeds.indexOf(speed)
  return speeds[Math.max(0, Math.min(speeds.length - 1, at + by))] ?? 1
}

export const noPoints: Points = { in: null, out: null }

/** The part that they loop, as shares of the whole; null where none is set, or the length isn’t known. */
export function loopedPart(
  points: Points | undefined,
  duration: number,
): readonly [from: number, to: number] | null {
  if (!points || !(duration > 0) || (points.in === null && points.out === null)) return null
  const share = (seconds: number) => Math.min(1, seconds / duration)
  return [share(points.in ?? 0), share(points.out ?? duration)]
}

/** The points with one set at a moment, or removed where it stands there; the other one goes where they would cross. */
export function withPoint(points: Points, which: 'in' | 'out', seconds: number): Points {
  if (points[which] !== null && Math.abs((points[which] ?? 0) - seconds) < 0.005)
    return { ...points, [which]: null }
  if (which === 'in')
    return { in: seconds, out: points.out !== null && points.out > seconds ? points.out : null }
  return { in: points.in !== null && points.in < seconds ? points.in : null, out: seconds }
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
  const [speed, setSpeed] = useState(1)
  const [points, setPoints] = useState(noPoints)
  useLoopBetween(media, points)

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
    speed,
    points,
    setPoints,
    setSpeed(next) {
      if (media.current) media.current.playbackRate = next
      setSpeed(next)
    },
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

/** While it plays, what reaches the out point goes on at the in point. */
function useLoopBetween(media: RefObject<HTMLMediaElement | null>, points: Points): void {
  useEffect(() => {
    const element = media.current
    if (!element || (points.in === null && points.out === null)) return
    let frame = 0
    function look() {
      frame = requestAnimationFrame(look)
      if (!element || element.paused) return
      const isOut = points.out !== null && element.currentTime >= points.out
      const isBefore = points.in !== null && element.currentTime < points.in - 0.05
      if (isOut || isBefore) element.currentTime = points.in ?? 0
    }
    look()
    return () => cancelAnimationFrame(frame)
  }, [media, points])
}
