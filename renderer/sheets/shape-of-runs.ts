import type { MediaKind } from '../../shared/api/media.ts'
import type { SheetAxis } from '../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../shared/bridge/views.ts'
import { holdsInput } from '../../shared/form/input-reference.ts'
import { readRatio } from '../forms/read-ratio.ts'
import type { CellsShape, Extent } from './fit-cells.ts'
import { lengthOf } from './place-in-sheet.ts'

type Requested = Pick<SubmissionView, 'kind' | 'values'>
type Expected = Pick<SubmissionView, 'kind' | 'values' | 'modelId'>

const audioRatio = 2.4
/** Cells are not narrower or wider than this, whatever their results are. */
const narrowest = 0.4

/** Which proportion the results of each model and kind have where the request leaves it to the model. */
export type UsualRatios = ReadonlyMap<string, number>

/** Reads them once from these results, of which the first of a model counts. */
export function usualRatiosOf(runs: readonly SubmissionView[]): UsualRatios {
  const usual = new Map<string, number>()
  for (const run of runs) {
    const key = keyOf(run)
    if (usual.has(key)) continue
    const ratio = trueRatio(run)
    if (ratio !== null && isLeftToModel(run)) usual.set(key, ratio)
  }
  return usual
}

/**
 * The proportion that a result probably has, width over height: as asked for, else that of the image that it begins with,
 * else as the model's others.
 */
export function expectedRatio(run: Expected, usual: UsualRatios, ofStart: number | null): number {
  const own = holdsInput(run.values) ? ofStart : usualRatio(run, usual)
  return statedRatio(run) ?? own ?? defaultRatio(run.kind)
}

/**
 * The usual proportion of the model's results; null where none is known. What begins with a file of the person's own
 * mostly takes the shape of that.
 */
export function usualRatio(run: Expected, usual: UsualRatios): number | null {
  return holdsInput(run.values) ? null : (usual.get(keyOf(run)) ?? null)
}

const keyOf = ({ modelId, kind }: Expected) => `${kind} ${modelId}`

function isLeftToModel(run: Requested): boolean {
  return statedRatio(run) === null && !holdsInput(run.values)
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

/**
 * The one proportion of the cells of results of different ones: that of most of them, or the middle one, so that together
 * they are shown as large as they can be.
 */
export function commonRatio(ratios: readonly number[]): number {
  const sorted = ratios.toSorted((left, right) => left - right)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 1, sorted[sorted.length >> 1] ?? 1]
  return Math.max(narrowest, Math.min(1 / narrowest, Math.sqrt(low * high)))
}

/** The largest extent of a proportion within a cell. */
export function extentWithin({ width, height }: Extent, ratio: number): Extent {
  return ratio > width / height ? { width, height: width / ratio } : { width: height * ratio, height }
}

/** A result that is hardly off what was asked for moves no cell: models make whole blocks of pixels. */
const almostStated = 1.06

/**
 * The proportions of the results that are here, and the expected ones of the others: as those of their model that are
 * here already, else as its `known` ones, newest first, else as those of other models that are here. `ofStart`: of the image that they begin
 * with; null where there is none, or it isn't known.
 */
export function ratiosOf(
  runs: readonly SubmissionView[],
  known: readonly SubmissionView[] = [],
  ofStart: number | null = null,
): readonly number[] {
  const usual = usualRatiosOf([...runs, ...known])
  const here = usualRatiosOf(runs)
  return runs.map((run) => {
    const [real, stated] = [trueRatio(run), statedRatio(run)]
    if (real === null) return stated ?? usualRatio(run, usual) ?? ratioOfOthers(run, here, ofStart)
    const isAlmost = stated !== null && Math.max(real / stated, stated / real) <= almostStated
    return isAlmost ? stated : real
  })
}

/** As the results of other models for the same request; a file of the person's own is taken up by each in its way. */
function ratioOfOthers(run: Expected, here: UsualRatios, ofStart: number | null): number {
  const [first] = holdsInput(run.values)
    ? [ofStart]
    : [...here].filter(([key]) => key.startsWith(`${run.kind} `)).map(([, ratio]) => ratio)
  return first ?? defaultRatio(run.kind)
}

/** The proportion of a result that is here; null where there is none, or nothing to see. */
export function trueRatio({ kind, files }: Pick<SubmissionView, 'kind' | 'files'>): number | null {
  if (kind === 'audio') return null
  const file = files.find(({ state, width, height }) => state === 'saved' && width && height)
  return file?.width && file.height ? file.width / file.height : null
}

/** How many columns a sheet has, and the space of its headers; what is compared by nothing or one thing wraps. */
export function shapeOf(
  axes: readonly SheetAxis[],
  count: number,
  ratio: number,
  room: Extent,
  rowHeads: readonly string[],
): CellsShape {
  const [across, down] = axes
  if (!across) return { count, columns: null, ratio, heads: { width: 0, height: 0 } }
  if (!down) return { count: lengthOf(across), columns: null, ratio, heads: { width: 0, height: headHeight } }
  const columns = lengthOf(across)
  const heads = { width: rowHeads.length > 0 ? headWidth(rowHeads, room) : 0, height: headHeight }
  return { count: columns * lengthOf(down), columns, ratio, heads }
}

/** In CSS pixels, with its gap. */
const headHeight = 30
const headMost = 150
/** So much they get in the narrowest room: “256 px” is not cut. */
const headLeast = 72
const characterWidth = 7
/** Beside a name, on both sides. */
const headEdge = 20

/** A long name is broken between its words where a third of the room holds each; longer ones never take that of the cells. */
function headWidth(names: readonly string[], room: Extent): number {
  const widthOf = (texts: readonly string[]) => longestOf(texts) * characterWidth + headEdge
  const word = widthOf(names.flatMap((name) => name.split(/\s+/)))
  const most = Math.max(headLeast, room.width / 5, Math.min(word, room.width / 3))
  return Math.round(Math.min(widthOf(names), headMost, most))
}

function longestOf(texts: readonly string[]): number {
  return texts.reduce((most, { length }) => Math.max(most, length), 0)
}
