import { z } from 'zod'

/** In pixels of the desktop that all displays share. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const position = z.int().min(-1_000_000).max(1_000_000)
const length = z.int().min(1).max(1_000_000)

/** Where the window was when it was last seen, as kept in a file that anything may have written. */
export const windowPlaceSchema = z.object({
  /** Of the window that is neither maximized nor on the whole screen. */
  bounds: z.object({ x: position, y: position, width: length, height: length }),
  isMaximized: z.boolean().default(false).catch(false),
  isFullScreen: z.boolean().default(false).catch(false),
})

export type WindowPlace = z.infer<typeof windowPlaceSchema>

export const smallestWindow = { width: 800, height: 600 } as const
const firstWindow = { width: 1440, height: 900 } as const

/** What has to be within a display's work area for a person to see the window and move it: a part of its top. */
const grip = { width: 120, height: 32 } as const

/**
 * Where the window opens: where it was, as far as the displays of now allow. `displays` are work areas, the primary one
 * first. What lies mostly on one that is gone opens in the middle of the primary one; what is larger than its display
 * shrinks to it.
 */
export function placeWindow(saved: WindowPlace | null, displays: readonly Area[]): WindowPlace {
  const { isMaximized = false, isFullScreen = false } = saved ?? {}
  return { bounds: placeBounds(saved?.bounds ?? null, displays), isMaximized, isFullScreen }
}

function placeBounds(saved: Area | null, displays: readonly Area[]): Area {
  const [primary] = displays
  if (!primary) return saved ?? { x: 0, y: 0, ...firstWindow }
  if (!saved) return centered(firstWindow, primary)
  const home = displays.toSorted((one, other) => overlap(saved, other) - overlap(saved, one))[0] ?? primary
  return isInReach(saved, home) ? within(saved, home) : centered(saved, primary)
}

function isInReach({ x, y, width }: Area, display: Area): boolean {
  const top = { x, y, width, height: grip.height }
  const seen = intersect(top, display)
  return seen.width >= Math.min(grip.width, width) && seen.height >= grip.height
}

/** As large as it was, but neither smaller than a window may be nor larger than the display. */
function sizeIn({ width, height }: Pick<Area, 'width' | 'height'>, display: Area) {
  return {
    width: Math.min(Math.max(width, smallestWindow.width), display.width),
    height: Math.min(Math.max(height, smallestWindow.height), display.height),
  }
}

function centered(size: Pick<Area, 'width' | 'height'>, display: Area): Area {
  const { width, height } = sizeIn(size, display)
  return {
    x: display.x + Math.floor((display.width - width) / 2),
    y: display.y + Math.floor((display.height - height) / 2),
    width,
    height,
  }
}

/** Moved as little as it takes to be whole on the display. */
function within({ x, y, ...size }: Area, display: Area): Area {
  const { width, height } = sizeIn(size, display)
  return {
    x: Math.min(Math.max(x, display.x), display.x + display.width - width),
    y: Math.min(Math.max(y, display.y), display.y + display.height - height),
    width,
    height,
  }
}

function intersect(one: Area, other: Area): Pick<Area, 'width' | 'height'> {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y)
  return { width: Math.max(0, width), height: Math.max(0, height) }
}

function overlap(one: Area, other: Area): number {
  const { width, height } = intersect(one, other)
  return width * height
}
