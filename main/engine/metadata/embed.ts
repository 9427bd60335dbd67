import { Buffer } from 'node:buffer'
import type { Carried } from '../../../shared/library/carried.ts'
import type { ByteSource } from '../media-types/structure/byte-source.ts'
import { type Container, lengthOf, type Piece } from './container.ts'
import { readContainer } from './containers.ts'
import { md5 } from './jpeg.ts'
import type { XmlReader } from './ports.ts'
import { writeSettingsText } from './settings-text.ts'
import type { XmlElement } from './xml.ts'
import {
  type Credits,
  descriptionsIn,
  extensionNote,
  mergeDescriptions,
  readProvenance,
  readXmp,
  toDescription,
  writePacket,
} from './xmp.ts'

export interface Given {
  readonly mediaType: string
  readonly source: ByteSource
  readonly carried: Carried
  readonly credits: Credits
  /** In pixels; null where unknown. */
  readonly size: { readonly width: number; readonly height: number } | null
  readonly xml: XmlReader
}

/** A copy of a file with metadata: `pieces` in their order are its bytes. */
export interface Embedded {
  readonly pieces: readonly Piece[]
  readonly bytes: number
}

/** What an export would do to a file. */
export interface Prospect {
  /** It holds or names a C2PA manifest, which any change makes invalid. */
  readonly hasProvenance: boolean
  /** Null where the type, or this file, can’t take metadata: it gets a sidecar. */
  embed(): Embedded | null
}

/** Looks at a file’s container, without reading its pixels or samples; rejects where the file can’t be read. */
export async function foresee(given: Given): Promise<Prospect> {
  const { mediaType, source, carried, credits, size, xml } = given
  const container = await readContainer(mediaType, source)
  return {
    hasProvenance:
      container !== null && (container.hasProvenance || findRemoteManifest(container, xml) !== null),
    embed() {
      const foreign = container && readPackets(container.packets, xml)
      if (!container || !foreign) return null
      const merged = mergeDescriptions(foreign, carried, credits)
      const pieces = container.write({
        packet: (most) => writeWithin(merged, most),
        settings: writeSettingsText(carried, size, credits.version),
        prompt: carried.prompt,
        tags: carried.tags,
        software: `Atelier ${credits.version}`,
        isOwnBefore: readXmp(foreign).carried !== null,
      })
      return pieces && { pieces, bytes: lengthOf(pieces) }
    },
  }
}

/** A file of its own beside one that stays as it is. */
export function writeSidecar(carried: Carried, credits: Credits): Buffer {
  const { own } = mergeDescriptions([], carried, credits)
  return Buffer.from(writePacket([toDescription(own, [])]))
}

/** The properties of all packets; null where one can’t be read, so that nothing of it could be kept. */
export function readPackets(packets: readonly (string | null)[], xml: XmlReader): XmlElement[] | null {
  const all: XmlElement[] = []
  for (const packet of packets) {
    const found = packet === null ? null : descriptionsIn(xml.read(packet.replace(/^\ufeff/, '').trim()))
    if (!found) return null
    all.push(...found)
  }
  return all
}

/** Most files name no place, and their packets are not read as XML for it. */
export function findRemoteManifest({ packets }: Container, xml: XmlReader): URL | null {
  const naming = packets.filter((packet) => packet?.includes('provenance'))
  return readProvenance(naming.flatMap((packet) => readPackets([packet], xml) ?? []))
}

type Merged = ReturnType<typeof mergeDescriptions>

/** The properties that grow: they go to the rest of a packet that is too long. */
const long: ReadonlySet<string> = new Set(['Recipe', 'description', 'AIPromptInformation', 'subject', 'Note'])

/** Whole where it fits; else our long properties, and at last the file’s own, go to a rest. */
function writeWithin({ foreign, own }: Merged, most: number) {
  const whole = Buffer.from(writePacket([...foreign, toDescription(own, foreign)]))
  if (whole.length <= most) return { main: whole, rest: null }
  const short = own.filter(({ local }) => !long.has(local))
  const grown = own.filter(({ local }) => long.has(local))
  return (
    splitPacket([...foreign], short, [toDescription(grown, foreign)], most) ??
    splitPacket([], short, [...foreign, toDescription(grown, foreign)], most)
  )
}

function splitPacket(
  beside: readonly XmlElement[],
  short: readonly XmlElement[],
  others: readonly XmlElement[],
  most: number,
) {
  const rest = Buffer.from(writePacket(others))
  const named = toDescription([...short, extensionNote(md5(rest))], beside)
  const main = Buffer.from(writePacket([...beside, named]))
  return main.length <= most ? { main, rest } : null
}
