import { z } from 'zod'
import { parseBoundedJson } from '../../../shared/json/read-bounded-json.ts'
import { isRecord } from '../../../shared/json-schema/schema-node.ts'
import { type Carried, readCarried, unknownModel } from '../../../shared/library/carried.ts'
import type { Restored } from '../../../shared/library/restored.ts'
import { sniffLength, sniffMedia } from '../media-types/sniff-media.ts'
import type { ByteSource } from '../media-types/structure/byte-source.ts'
import { readContainer } from '../metadata/containers.ts'
import type { XmlReader } from '../metadata/ports.ts'
import { readSettingsText } from '../metadata/settings-text.ts'
import { descriptionsIn, type ReadXmp, readXmp } from '../metadata/xmp.ts'
import { readComfyPrompt } from './read-comfy.ts'

/** A text beside a file, as other programs write them: `.xmp`, `.json` or `.txt`. */
export interface Beside {
  readonly name: string
  readonly text: string
}

/**
 * What a file carries of its making, whoever wrote it: our recipe, else at least a prompt or a seed; null where it says
 * nothing. Bounded whatever the file holds; rejects only where it can’t be read.
 */
export async function readRestored(
  source: ByteSource,
  besides: readonly Beside[],
  xml: XmlReader,
): Promise<Restored | null> {
  const media = sniffMedia(await source.read(0, sniffLength))
  const container = media && (await readContainer(media.mediaType, source))
  const packets = (container?.packets ?? []).flatMap((packet) => packet ?? [])
  const sidecars = besides.filter(({ name }) => /\.xmp$/i.test(name)).map(({ text }) => text)
  const inside = packets.map((packet) => readPacket(packet, xml))
  const outside = sidecars.map((packet) => readPacket(packet, xml))
  const all = [joined(outside), joined(inside)]
  const ours = all.find(({ carried }) => carried !== null)
  if (ours?.carried) return fromOwn(ours.carried, all, ours === all[0] ? 'sidecar' : 'file')
  const texts = [...(container?.texts ?? [])].map(([keyword, text]) => readText(keyword, text))
  const files = besides.filter(({ name }) => !/\.xmp$/i.test(name)).map(({ text }) => readBeside(text))
  const found = [...texts, ...files].find((one) => one !== null)
  const judged = judgementOf(all)
  if (found) return { ...nothing, ...judged, ...found }
  const prompt = all.flatMap((one) => one.prompt ?? [])[0]
  if (prompt === undefined) return null
  return { ...nothing, ...judged, values: { prompt }, source: 'xmp' }
}

/** A sidecar by itself, without the file beside which it lay. */
export function readRestoredText(text: string, xml: XmlReader): Restored | null {
  const read = readPacket(text, xml)
  if (read.carried) return fromOwn(read.carried, [read], 'sidecar')
  const found = readBeside(text)
  return found && { ...nothing, ...found }
}

const nothing: Omit<Restored, 'source'> = {
  modelId: null,
  values: {},
  rating: 0,
  flag: 'none',
  label: 0,
  isFavorite: false,
  tags: [],
  note: '',
  carried: null,
}

function readPacket(packet: string, xml: XmlReader): ReadXmp {
  const descriptions = descriptionsIn(xml.read(packet.replace(/^\ufeff/, '').trim()))
  return descriptions ? readXmp(descriptions) : { carried: null }
}

/** A later part adds what the earlier ones don’t have. */
function joined(parts: readonly ReadXmp[]): ReadXmp {
  const carried = parts.find((part) => part.carried !== null)?.carried ?? null
  return { ...Object.assign({}, ...parts.toReversed()), carried }
}

/** A rating that was given in another program since is newer than our copy of it. */
function judgementOf(all: readonly ReadXmp[], carried: Carried | null = null) {
  const first = joined(all)
  return {
    rating: first.rating ?? carried?.rating ?? 0,
    flag: first.flag ?? carried?.flag ?? 'none',
    label: first.label ?? carried?.label ?? 0,
    isFavorite: carried?.isFavorite ?? false,
    tags: [...(first.tags ?? carried?.tags ?? [])],
    note: carried?.note ?? '',
  } satisfies Partial<Restored>
}

function fromOwn(carried: Carried, all: readonly ReadXmp[], source: 'file' | 'sidecar'): Restored {
  const { modelId, values } = carried
  return {
    modelId: modelId === unknownModel ? null : modelId,
    values,
    ...judgementOf(all, carried),
    source: source === 'file' ? 'atelier' : 'sidecar',
    carried,
  }
}

type Found = Pick<Restored, 'values' | 'source'> & Partial<Pick<Restored, 'modelId'>>

function readText(keyword: string, text: string): Found | null {
  const settings = readSettingsText(text)
  if (settings) {
    const { prompt, negativePrompt, seed } = settings
    return { values: valuesOf({ prompt, negative_prompt: negativePrompt, seed }), source: 'parameters' }
  }
  const isComfy = keyword === 'prompt' || keyword === 'workflow'
  const comfy = isComfy ? readComfyPrompt(parseBoundedJson(text, textBounds)) : null
  return comfy && { values: valuesOf(comfy), source: 'comfyui' }
}

const textBounds = { depth: 64, bytes: 8 * 1024 * 1024, members: 200_000 }
const sidecarSchema = z.looseObject({
  prompt: z.string().max(1_000_000).optional().catch(undefined),
  negative_prompt: z.string().max(1_000_000).optional().catch(undefined),
  seed: z.int().optional().catch(undefined),
  model: z.string().max(200).optional().catch(undefined),
})
/** Where programs keep the request within a sidecar. */
const insides = ['input', 'inputs', 'parameters', 'params', 'request', 'settings', 'metadata'] as const

/** A JSON sidecar with the request at its top or one level inside, or a text of settings. */
function readBeside(text: string): Found | null {
  const own = readCarried(text)
  if (own) return { modelId: own.modelId, values: own.values, source: 'sidecar' }
  const json = parseBoundedJson(text, textBounds)
  if (!isRecord(json)) return readText('', text)
  const candidates = [json, ...insides.map((name) => (Object.hasOwn(json, name) ? json[name] : null))]
  for (const candidate of candidates) {
    const read = sidecarSchema.safeParse(candidate).data
    const values = valuesOf({
      prompt: read?.prompt ?? null,
      negative_prompt: read?.negative_prompt ?? null,
      seed: read?.seed ?? null,
    })
    if (Object.keys(values).length > 0) return { values, source: 'sidecar' }
  }
  return null
}

function valuesOf(given: Readonly<Record<string, string | number | null>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''))
}
