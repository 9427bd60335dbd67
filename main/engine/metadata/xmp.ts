import { type Carried, modelNameOf, readCarried, unknownModel } from '../../../shared/library/carried.ts'
import { isElement, textOf, writeXml, type XmlAttribute, type XmlElement } from './xml.ts'

const rdf = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const meta = 'adobe:ns:meta/'
const notes = 'http://ns.adobe.com/xmp/note/'
const xml = 'http://www.w3.org/XML/1998/namespace'
const terms = 'http://purl.org/dc/terms/'

/** The namespaces that are written, with their usual prefixes. */
const spaces = {
  xmp: 'http://ns.adobe.com/xap/1.0/',
  dc: 'http://purl.org/dc/elements/1.1/',
  xmpDM: 'http://ns.adobe.com/xmp/1.0/DynamicMedia/',
  MicrosoftPhoto: 'http://ns.microsoft.com/photo/1.0/',
  Iptc4xmpExt: 'http://iptc.org/std/Iptc4xmpExt/2008-02-29/',
  atelier: 'urn:atelier:metadata:1.0/',
} as const

type Space = keyof typeof spaces

const madeByModel = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'
const labelNames = { 0: null, 6: 'Red', 7: 'Yellow', 8: 'Green', 9: 'Blue' } as const
/** Windows' stars, in percent. */
const percents = [0, 1, 25, 50, 75, 99] as const
const flagNumbers = { none: null, pick: '1', reject: '-1' } as const

/** Who wrote the prompt, and which program this is, as the exported file names them. */
export interface Credits {
  /** Empty where the person gives none. */
  readonly writer: string
  readonly version: string
}

interface Property {
  readonly space: Space
  readonly local: string
  readonly value: string | readonly string[]
  readonly form: 'text' | 'bag' | 'language'
  /** What the person set here replaces what the file says; anything else stays as the file has it. */
  readonly wins: boolean
}

function text(space: Space, local: string, value: string | number | null, wins = false): Property[] {
  return value === null || value === '' ? [] : [{ space, local, value: String(value), form: 'text', wins }]
}

/** Everything that a file is given, by property. */
function propertiesOf(carried: Carried, { writer, version }: Credits): Property[] {
  const { rating, label, flag, prompt, tags, modelId, note, settled } = carried
  const usd = settled?.kind === 'exact' ? (settled.microUsd / 1_000_000).toFixed(6) : null
  return [
    ...text('xmp', 'Rating', rating || null, true),
    ...text('MicrosoftPhoto', 'Rating', rating === 0 ? null : (percents[rating] ?? null), true),
    ...text('xmp', 'Label', labelNames[label], true),
    ...text('xmpDM', 'pick', flagNumbers[flag], true),
    ...text('xmp', 'CreatorTool', `Atelier ${version}`),
    ...text('xmp', 'CreateDate', carried.completedAt ?? carried.savedAt),
    ...(prompt === ''
      ? []
      : [{ space: 'dc', local: 'description', value: prompt, form: 'language', wins: false } as const]),
    ...(tags.length === 0
      ? []
      : [{ space: 'dc', local: 'subject', value: tags, form: 'bag', wins: false } as const]),
    ...text('Iptc4xmpExt', 'AIPromptInformation', prompt),
    ...text('Iptc4xmpExt', 'AISystemUsed', modelNameOf(carried)),
    ...text('Iptc4xmpExt', 'AISystemVersionUsed', modelId === unknownModel ? null : modelId),
    ...text('Iptc4xmpExt', 'AIPromptWriterName', writer),
    ...text('Iptc4xmpExt', 'DigitalSourceType', madeByModel),
    ...text('atelier', 'Flag', flag === 'none' ? null : flag, true),
    ...text('atelier', 'Note', note, true),
    ...text('atelier', 'SettledUsd', usd, true),
    ...text('atelier', 'Recipe', JSON.stringify(carried), true),
  ]
}

/** The descriptions of a packet's properties; null where the document is no XMP. */
export function descriptionsIn(root: XmlElement | null): readonly XmlElement[] | null {
  const list =
    root && (is(root, rdf, 'RDF') ? root : root.children.filter(isElement).find((one) => is(one, rdf, 'RDF')))
  return list ? list.children.filter(isElement).filter((one) => is(one, rdf, 'Description')) : null
}

/** What the file said before, with ours: nothing of others' is lost, and our own properties are written anew. */
export function mergeDescriptions(
  foreign: readonly XmlElement[],
  carried: Carried,
  credits: Credits,
): { readonly foreign: readonly XmlElement[]; readonly own: readonly XmlElement[] } {
  const wanted = propertiesOf(carried, credits)
  const tags = joinTags(valuesOf(foreign, 'dc', 'subject'), carried.tags)
  const isOurs = (uri: string, local: string) =>
    uri === spaces.atelier ||
    (uri === notes && local === 'HasExtendedXMP') ||
    (uri === spaces.dc && local === 'subject' && tags.length > 0) ||
    wanted.some((one) => one.wins && spaces[one.space] === uri && one.local === local)
  const kept = foreign.map((one) => without(one, isOurs))
  const own = wanted
    .filter((one) => one.local !== 'subject' && (one.wins || !has(kept, one)))
    .concat(tags.length === 0 ? [] : { space: 'dc', local: 'subject', value: tags, form: 'bag', wins: true })
    .map(toElement)
  return { foreign: kept.filter(({ attributes, children }) => !isBare(attributes, children)), own }
}

/** A whole packet, as it is put into a file. `lead`: further properties. */
export function writePacket(descriptions: readonly XmlElement[]): string {
  const body = writeXml({
    ...named(meta, 'x', 'xmpmeta'),
    attributes: [],
    children: [{ ...named(rdf, 'rdf', 'RDF'), attributes: [], children: descriptions }],
  })
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>${body}<?xpacket end="w"?>`
}

/** A description with these properties, about the same thing as the others. */
export function toDescription(properties: readonly XmlElement[], beside: readonly XmlElement[]): XmlElement {
  const about = beside.flatMap(({ attributes }) => attributes.find(isAbout) ?? [])[0]
  return {
    ...named(rdf, 'rdf', 'Description'),
    attributes: [{ ...named(rdf, 'rdf', 'about'), value: about?.value ?? '' }],
    children: properties,
  }
}

/** The property that leads a JPEG’s reader to the rest of its packet. */
export function extensionNote(digest: string): XmlElement {
  return { ...named(notes, 'xmpNote', 'HasExtendedXMP'), attributes: [], children: [digest] }
}

/** What a packet says of a file, whoever wrote it. A member that it doesn’t have is absent. */
export interface ReadXmp {
  /** Ours; null where there is none that can be read. */
  readonly carried: Carried | null
  readonly prompt?: string
  readonly rating?: number
  readonly label?: Carried['label']
  readonly flag?: Carried['flag']
  readonly tags?: readonly string[]
}

/** The person may have rated the file in another program since: the usual properties count, not our copy of them. */
export function readXmp(descriptions: readonly XmlElement[]): ReadXmp {
  const one = (space: Space, local: string) => valuesOf(descriptions, space, local)[0]?.trim()
  const rating = Number(one('xmp', 'Rating') ?? Number.NaN)
  const stars = Number.isInteger(rating) && rating >= -1 && rating <= 5 ? Math.max(0, rating) : undefined
  const label = readLabel(one('xmp', 'Label'))
  const pick = one('xmpDM', 'pick')
  const flag = pick === '1' ? 'pick' : pick === '-1' || rating === -1 ? 'reject' : undefined
  const tags = joinTags([], valuesOf(descriptions, 'dc', 'subject'))
  const prompt = one('Iptc4xmpExt', 'AIPromptInformation') ?? one('dc', 'description')
  const recipe = one('atelier', 'Recipe')
  return {
    carried: recipe === undefined ? null : readCarried(recipe),
    ...(prompt ? { prompt } : {}),
    ...(stars === undefined ? {} : { rating: stars }),
    ...(label === undefined ? {} : { label }),
    ...(flag === undefined ? {} : { flag }),
    ...(tags.length === 0 ? {} : { tags }),
  }
}

/** Where a file’s Content Credentials are kept that are not in it; null where it names no such place. */
export function readProvenance(descriptions: readonly XmlElement[]): URL | null {
  const place = URL.parse(find(descriptions, terms, 'provenance')[0]?.trim() ?? '')
  return place && /^https?:$/.test(place.protocol) ? place : null
}

const labelNumbers = [6, 7, 8, 9] as const

function readLabel(name: string | undefined): Carried['label'] | undefined {
  return labelNumbers.find((label) => labelNames[label].toLowerCase() === name?.toLowerCase())
}

const mostTags = 1_000
const longestTag = 200

/** Each once, whatever its case. */
function joinTags(before: readonly string[], added: readonly string[]): string[] {
  const tags = new Map<string, string>()
  for (const tag of [...before, ...added].map((one) => one.trim())) {
    const key = tag.normalize('NFC').toLowerCase()
    if (tag !== '' && tag.length <= longestTag && !tags.has(key) && tags.size < mostTags) tags.set(key, tag)
  }
  return [...tags.values()]
}

function valuesOf(descriptions: readonly XmlElement[], space: Space, local: string): readonly string[] {
  return find(descriptions, spaces[space], local)
}

/** The values of a property: the only one, or the items of its list. */
function find(descriptions: readonly XmlElement[], uri: string, local: string): readonly string[] {
  for (const { attributes, children } of descriptions) {
    const attribute = attributes.find((one) => is(one, uri, local))
    if (attribute) return [attribute.value]
    const element = children.filter(isElement).find((one) => is(one, uri, local))
    if (!element) continue
    const list = element.children.filter(isElement).find((one) => one.uri === rdf)
    return list ? list.children.filter(isElement).map(textOf) : [textOf(element)]
  }
  return []
}

function has(descriptions: readonly XmlElement[], { space, local }: Property): boolean {
  return descriptions.some(
    ({ attributes, children }) =>
      attributes.some((one) => is(one, spaces[space], local)) ||
      children.filter(isElement).some((one) => is(one, spaces[space], local)),
  )
}

function without(element: XmlElement, isLeftOut: (uri: string, local: string) => boolean): XmlElement {
  return {
    ...element,
    attributes: element.attributes.filter(({ uri, local }) => !isLeftOut(uri, local)),
    children: element.children.filter((one) => isElement(one) && !isLeftOut(one.uri, one.local)),
  }
}

function toElement({ space, local, value, form }: Property): XmlElement {
  const name = named(spaces[space], space, local)
  if (form === 'text') return { ...name, attributes: [], children: [String(value)] }
  const items = [value].flat().map(
    (item): XmlElement => ({
      ...named(rdf, 'rdf', 'li'),
      attributes: form === 'language' ? [{ ...named(xml, 'xml', 'lang'), value: 'x-default' }] : [],
      children: [item],
    }),
  )
  const list = { ...named(rdf, 'rdf', form === 'bag' ? 'Bag' : 'Alt'), attributes: [], children: items }
  return { ...name, attributes: [], children: [list] }
}

function named(uri: string, prefix: string, local: string) {
  return { uri, prefix, local }
}

function is(name: { readonly uri: string; readonly local: string }, uri: string, local: string): boolean {
  return name.uri === uri && name.local === local
}

function isAbout({ uri, local }: XmlAttribute): boolean {
  return local === 'about' && (uri === rdf || uri === '')
}

function isBare(attributes: readonly XmlAttribute[], children: XmlElement['children']): boolean {
  return children.length === 0 && attributes.every(isAbout)
}
