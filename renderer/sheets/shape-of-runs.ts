import type { MediaKind } from '../../shared/api/media.ts'
import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { readRatio } from '../forms/read-ratio.ts'
import type { CellsShape, Extent } from './fit-cells.ts'
import { lengthOf } from './place-in-sheet.ts'

type Requested = Pick<SubmissionView, 'kind' | 'values'>

const audioRatio = 2.4
/** Cells are not narrower or wider than this, whatever their results are. */
const narrowest = 0.4

/** The proportion that a result probably has, width over height. */
export function requestedRatio(run: Requested): number {
  return statedRatio(run) ?? defaultRatio(run.kind)
}

/** The proportion that the request states; null where it leaves that to the service. */
export function statedRatio({ kind, values }: Requested): number | null {
  if (kind === 'audio') return audioRatio
  const { width, height, aspect_ratio: ratio } = values
  if (typeof width === 'number' && typeof height === 'number' && height > 0) return width / height
  return readRatio(ratio)
}

export function defaultRatio(kind: MediaKind): number {
  return kind === 'video' ? 16 / 9 : 1
}

/** The one proportion in which results of different ones are shown: between the narrowest and the widest. */
export function commonRatio(ratios: readonly number[]): number {
  if (ratios.length === 0) return 1
  const middle = Math.sqrt(Math.min(...ratios) * Math.max(...ratios))
  return Math.max(narrowest, Math.min(1 / narrowest, middle))
}

/** The proportions of the results that are here, and the requested ones of the others. */
export function ratiosOf(runs: readonly SubmissionView[]): number[] {
  return runs.map((run) => {
    const file = run.files.find(({ state, width, height }) => state === 'saved' && width && height)
    return run.kind !== 'audio' && file?.width && file.height ? file.width / file.height : requestedRatio(run)
  })
}

/** How many columns a sheet has, and the space of its headers; without axes its cells wrap. */
export function shapeOf(
  axes: readonly SheetAxis[],
  count: number,
  ratio: number,
  room: Extent,
  rowHeads: readonly string[],
): CellsShape {
  const [across, down] = axes
  if (!across) return { count, columns: null, ratio, heads: { width: 0, height: 0 } }
  const columns = lengthOf(across)
  const heads = { width: rowHeads.length > 0 ? headWidth(rowHeads, room) : 0, height: headHeight }
  return { count: columns * (down ? lengthOf(down) : 1), columns, ratio, heads }
}

/** In CSS pixels, with its gap. */
const headHeight = 30
const headMost = 150
const characterWidth = 7

/** Longer words are cut: they never take the room of the cells. */
function headWidth(words: readonly string[], room: Extent): number {
  const longest = Math.max(...words.map(({ length }) => length))
  return Math.round(Math.min(longest * characterWidth + 20, headMost, room.width / 5))
}
