import { type PointerEvent, useRef, useState } from 'react'

/** A rectangle in the list, in pixels from its top and from its rows’ start. */
export interface MarqueeBox {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

interface MarqueeInput {
  readonly scroller: { readonly current: HTMLElement | null }
  readonly canvas: { readonly current: HTMLElement | null }
  /** The height of the list at the scroller’s top. */
  readonly top: () => number
  /** Called while it is drawn, with the box, and whether it adds to what is selected. */
  readonly onBox: (box: MarqueeBox, isAdding: boolean) => void
  /** A press beside the files that drew nothing. */
  readonly onPress: () => void
}

const leastPixels = 5
/** Within this of the edge the list scrolls along, the faster the further out the pointer is. */
const edge = 36
const fastest = 28

/** A rectangle drawn from beside the files that selects those it touches; at the edges the list scrolls along. */
export function useMarquee({ scroller, canvas, top, onBox, onPress }: MarqueeInput) {
  const [box, setBox] = useState<MarqueeBox | null>(null)
  const latest = useRef({ onBox, onPress, top })
  latest.current = { onBox, onPress, top }

  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const element = scroller.current
    const area = canvas.current
    if (event.button !== 0 || event.pointerType === 'touch' || !element || !area) return
    if (!(event.target instanceof Element) || event.target.closest('button, [role="slider"], a')) return
    const isAdding = event.ctrlKey || event.metaKey || event.shiftKey
    const start = pointOf(event.nativeEvent, area, element, latest.current.top())
    const pointer = { x: event.clientX, y: event.clientY }
    let isDrawn = false
    let frame = 0
    const over = new AbortController()
    const { signal } = over

    function drawTo() {
      if (!element || !area) return
      const at = pointOf({ clientX: pointer.x, clientY: pointer.y }, area, element, latest.current.top())
      const next = {
        left: Math.min(start.x, at.x),
        right: Math.max(start.x, at.x),
        top: Math.min(start.y, at.y),
        bottom: Math.max(start.y, at.y),
      }
      if (!isDrawn && next.right - next.left < leastPixels && next.bottom - next.top < leastPixels) return
      isDrawn = true
      setBox(next)
      latest.current.onBox(next, isAdding)
    }

    function along() {
      if (!element) return
      const { top: from, bottom } = element.getBoundingClientRect()
      const beyond =
        pointer.y < from + edge
          ? pointer.y - from - edge
          : pointer.y > bottom - edge
            ? pointer.y - bottom + edge
            : 0
      if (isDrawn && beyond !== 0) {
        element.scrollTop += Math.max(-fastest, Math.min(fastest, beyond / 2))
        drawTo()
      }
      frame = requestAnimationFrame(along)
    }

    function end() {
      over.abort()
      cancelAnimationFrame(frame)
      setBox(null)
      if (!isDrawn) latest.current.onPress()
    }

    event.preventDefault()
    window.addEventListener(
      'pointermove',
      (move) => {
        pointer.x = move.clientX
        pointer.y = move.clientY
        drawTo()
      },
      { signal },
    )
    window.addEventListener('pointerup', end, { signal })
    window.addEventListener('pointercancel', end, { signal })
    frame = requestAnimationFrame(along)
  }

  return { box, onPointerDown }
}

function pointOf(
  { clientX, clientY }: { readonly clientX: number; readonly clientY: number },
  canvas: HTMLElement,
  scroller: HTMLElement,
  top: number,
): { x: number; y: number } {
  return {
    x: clientX - canvas.getBoundingClientRect().left,
    y: clientY - scroller.getBoundingClientRect().top + top,
  }
}
