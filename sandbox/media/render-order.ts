import { z } from 'zod'
import { type JsonSchema, requestSchema } from '../../shared/catalog/json-schema.ts'
import { durationField } from '../../shared/pricing/price-table.ts'
import { findModelById } from '../models/served-models.ts'
import type { JobRow } from '../store/job-store.ts'
import type { RenderInputs } from './collect-inputs.ts'
import { chooseSize } from './frame-size.ts'

interface AnyOrder {
  /** Decides every open choice: the same key, the same bytes. */
  readonly key: string
  readonly prompt: string
  readonly inputs: RenderInputs
}

export interface ImageOrder extends AnyOrder {
  readonly kind: 'image'
  /** The size follows the edited image: the request names none. */
  readonly followsInput: boolean
  /** How much of the edited image is replaced, 0 to 1; null leaves it to its look. */
  readonly strength: number | null
  readonly width: number
  readonly height: number
}

export interface VideoOrder extends AnyOrder {
  readonly kind: 'video'
  /** The shape follows the start image. */
  readonly followsInput: boolean
  readonly width: number
  readonly height: number
  readonly seconds: number
  readonly framesPerSecond: number
  readonly audio: boolean
  /** Of its audio track, at most. */
  readonly samplesPerSecond: number
}

export interface AudioOrder extends AnyOrder {
  readonly kind: 'audio'
  /** Null: the music decides, as the model would. */
  readonly seconds: number | null
  readonly samplesPerSecond: number
  /** Whether somebody sings. */
  readonly sings: boolean
}

/** A worker's task; plain data. */
export type RenderOrder = ImageOrder | VideoOrder | AudioOrder

const imageLongSides: Readonly<Record<string, number>> = { '1K': 1024, '2K': 2048, '4K': 2560, '2k': 2048 }
const imageCap = 2560

/** Videos are scaled down: only shape, length and look matter. */
const videoLongSides: Readonly<Record<string, number>> = { '480p': 512, '512p': 512, '1080p': 768, '4k': 960 }
const videoLongSide = 640
const videoCap = 960
const usualFramesPerSecond = 24
/** Of the largest videos, which take the longest to make. */
const largeFramesPerSecond = 12

/**
 * What the sandbox makes where a request leaves the resolution open, in its real size, because it decides the price:
 * the first of these that the model accepts, with its longer side at 16:9 in pixels.
 */
const chosenResolutions: readonly (readonly [string, number])[] = [
  ['480p', 854],
  ['512p', 910],
  ['720p', 1280],
  ['768p', 1366],
]

/** Of music: as on a CD. */
const samplesPerSecond = 44_100

/** Of a video's audio track. */
const soundtrackSamplesPerSecond = 48_000

/** What prompt enhancement adds. */
const enhancement = 'golden light, vivid, epic'

/** Seconds of a video where neither the request nor the model's schema says. */
const usualSeconds = 5
/** Seconds; a shorter video is made only where it is requested. */
const shortestDefault = 4

/** Fields that only decide the size of a result or whether there is singing. */
const asideFields: ReadonlySet<string> = new Set([
  'width',
  'height',
  'aspect_ratio',
  'resolution',
  'duration',
  'length_ms',
  'force_instrumental',
])

/** Models whose videos have audio, and when (interface: Model endpoints, “native audio”). */
const videosWithAudio: Readonly<Record<string, (request: JobRow['request']) => boolean>> = {
  v1: () => true,
  v3: () => true,
  v4: () => true,
  v10: (request) => request.generate_audio === true,
}

/** Models whose videos have the start image's shape whatever ratio is requested (interface: V4). */
const followers: ReadonlySet<string> = new Set(['v4'])

/** The render task of a job: the request with every open choice made. */
export function toRenderOrder(job: JobRow, inputs: RenderInputs): RenderOrder {
  const { request } = job
  const prompt = readText(request.prompt) ?? ''
  const common = {
    key: renderKey(job),
    inputs,
    prompt: request.enhance_prompt === true ? `${prompt}, ${enhancement}` : prompt,
  }
  const ratio = readText(request.aspect_ratio)
  const resolution = readText(request.resolution) ?? ''
  if (job.kind === 'audio') {
    const milliseconds = readNumber(request.length_ms)
    const seconds = milliseconds === undefined ? null : milliseconds / 1000
    const sings = request.force_instrumental !== true
    return { kind: 'audio', ...common, seconds, samplesPerSecond, sings }
  }
  const sides = { width: readNumber(request.width), height: readNumber(request.height) }
  if (job.kind === 'image') {
    const longSide = imageLongSides[resolution] ?? 1024
    const size = chooseSize({ ...sides, ratio: ratio ?? '4:3', longSide, cap: imageCap, multiple: 1 })
    const followsInput = ratio === undefined && sides.width === undefined && sides.height === undefined
    return { kind: 'image', ...common, ...size, followsInput, strength: readStrength(request) }
  }
  const chosen = resolution === '' ? chosenSize(job.modelId) : null
  const longSide =
    chosen ?? (request.upscale === true ? videoCap : (videoLongSides[resolution] ?? videoLongSide))
  const size = chooseSize({ ratio: ratio ?? '16:9', longSide, cap: chosen ?? videoCap, multiple: 2 })
  const audio = videosWithAudio[job.modelId]?.(request) ?? false
  const followsInput = ratio === undefined || followers.has(job.modelId)
  return {
    kind: 'video',
    ...common,
    ...size,
    followsInput,
    seconds: videoSeconds(job),
    framesPerSecond: longSide > videoCap ? largeFramesPerSecond : usualFramesPerSecond,
    audio,
    samplesPerSecond: soundtrackSamplesPerSecond,
  }
}

/**
 * Limits of images and videos, in pixels and frames per second, and of music, also that of videos, in samples per
 * second, so that many are made quickly; null for the usual values.
 */
export const mediaLimitSchema = z.strictObject({
  longSide: z.int().min(16).max(960).nullable(),
  framesPerSecond: z.int().min(1).max(24).nullable().default(null),
  samplesPerSecond: z.int().min(8000).max(samplesPerSecond).nullable().default(null),
})

export type MediaLimit = Readonly<z.output<typeof mediaLimitSchema>>

export const noMediaLimit: MediaLimit = { longSide: null, framesPerSecond: null, samplesPerSecond: null }

/** The same within the limits. */
export function limitOrder(order: RenderOrder, limit: MediaLimit): RenderOrder {
  if (order.kind === 'audio')
    return { ...order, samplesPerSecond: limit.samplesPerSecond ?? order.samplesPerSecond }
  const scaled = limit.longSide === null ? order : scaleDown(order, limit.longSide)
  if (scaled.kind === 'image') return scaled
  return {
    ...scaled,
    framesPerSecond: Math.min(scaled.framesPerSecond, limit.framesPerSecond ?? scaled.framesPerSecond),
    samplesPerSecond: limit.samplesPerSecond ?? scaled.samplesPerSecond,
  }
}

function scaleDown(order: ImageOrder | VideoOrder, longSide: number): ImageOrder | VideoOrder {
  const { width, height } = order
  const cap = Math.min(longSide, Math.max(width, height))
  return {
    ...order,
    ...chooseSize({
      ratio: `${width}:${height}`,
      longSide: cap,
      cap,
      multiple: order.kind === 'video' ? 2 : 1,
    }),
  }
}

/** The sandbox's choice for an open resolution field; undefined where it chooses none of its options. */
export function usualResolution(field: JsonSchema | undefined): string | undefined {
  return chosenResolutions.find(([name]) => field?.enum?.includes(name))?.[0]
}

function chosenSize(modelId: string): number | null {
  const model = findModelById(modelId)
  const name = model && usualResolution(requestSchema(model).properties?.resolution)
  return chosenResolutions.find(([one]) => one === name)?.[1] ?? null
}

/**
 * The length of a job's video, in whole microseconds expressed as seconds: as requested, else the shortest that
 * the model makes, but at least 4 s. The billed length is the real one.
 */
export function videoSeconds({ modelId, request }: Pick<JobRow, 'modelId' | 'request'>): number {
  const requested = readNumber(request[durationField])
  if (requested !== undefined) return Math.round(requested * 1e6) / 1e6
  const model = findModelById(modelId)
  const field = model && requestSchema(model).properties?.[durationField]
  const listed =
    model?.pricing?.points.flatMap(({ dimensions }) => readNumber(dimensions[durationField]) ?? []) ?? []
  const shortest = listed.length > 0 ? Math.min(...listed) : undefined
  return Math.max(shortestDefault, field?.minimum ?? readNumber(field?.enum?.[0]) ?? shortest ?? usualSeconds)
}

function renderKey({ modelId, seed, request }: JobRow): string {
  const look = Object.entries(request)
    .filter(([field]) => !asideFields.has(field) && field !== 'seed')
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
  return JSON.stringify([modelId, seed, look])
}

function readStrength(request: JobRow['request']): number | null {
  const weight = readNumber(request.image_weight)
  return readNumber(request.strength) ?? (weight === undefined ? null : 1 - weight)
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
