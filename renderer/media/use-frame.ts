import { useEffect, useRef, useState } from 'react'
import type { Point, Size } from './zoom.ts'

const wheelSpeed = 0.0015

/** How much a turn of the wheel enlarges. */
export function wheelFactor(delta: number): number {
  return Math.exp(-delta * wheelSpeed)
}

/** The size of an element; null until it is measured. */
export function useSize(element: { readonly current: HTMLElement | null }): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(() =>
      setSize({ width: watched.clientWidth, height: watched.clientHeight }),
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}

/** React's wheel listeners are passive; this one must keep the page from scrolling. */
export function useWheel(
  element: { readonly current: HTMLElement | null },
  onWheel: (delta: number, point: Point) => void,
) {
  const latest = useRef(onWheel)
  latest.current = onWheel
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    function turn(event: WheelEvent) {
      event.preventDefault()
      latest.current(event.deltaY, pointIn(event.currentTarget as Element, event))
    }
    watched.addEventListener('wheel', turn, { passive: false })
    return () => watched.removeEventListener('wheel', turn)
  }, [element])
}

/** The pointer's position, relative to the element's centre. */
export function pointIn(element: Element, event: { clientX: number; clientY: number }): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: event.clientX - left - width / 2, y: event.clientY - top - height / 2 }
}
