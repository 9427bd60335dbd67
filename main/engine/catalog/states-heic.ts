import type { Keywords } from '../../../shared/json-schema/flatten.ts'

/** Of a long text, what is read. */
const readText = 4_000
/** Of a list of types, what is read. */
const mostTypes = 200

/** Extensions that list the types of a file: `x-accept`, `x-supported-formats`, `x-vendor-mime-types`. */
const listsTypes =
  /^x-(.+-)?(accepts?|accepted(-.+)?|(content|mime|media|file)-?types?|((allowed|supported)-)?(formats?|extensions?|types?))$/i

const heic = /\bhei[cf]s?\b/i
const otherFormat = /\b(jpe?g|png|webp|gif|avif|tiff?|bmp)s?\b/i
const refusing =
  /\b(no|nor|not|never|cannot|without|except|excluding|unsupported|unlike|convert|instead|rejects?|rejected|refuses?|refused)\b|n['’]t\b|\b(must|needs?|has|have|should)\b.*\bconverted\b/i

/**
 * Whether a schema says that it takes HEIC: its types, else its title and text. True where HEIC or HEIF is named and not
 * refused, false where it is, or where others are named without it; null where it says nothing.
 */
export function schemaStates(schema: Keywords): boolean | null {
  const own = Object.keys(schema).filter((key) => key.startsWith('x-') && listsTypes.test(key))
  const types = [schema.contentMediaType, ...own.map((key) => schema[key])].flat()
  return typesState(types) ?? textStates(schema.title, schema.description)
}

/** What a list of media types or endings says; anything but a text in it says nothing. */
export function typesState(types: readonly unknown[]): boolean | null {
  const texts = types.slice(0, mostTypes).filter((type) => typeof type === 'string')
  const named = texts.flatMap((type) => type.slice(0, readText).split(/[\s,;|]+/))
  if (named.some((type) => heic.test(type))) return true
  return named.some((type) => otherFormat.test(type)) ? false : null
}

/** What texts say, by their sentences that name HEIC. */
export function textStates(...texts: readonly unknown[]): boolean | null {
  const read = texts.flatMap((text) => (typeof text === 'string' ? [text.slice(0, readText)] : []))
  // Nearly every text names no format: it is not taken apart.
  const naming = read.filter((text) => heic.test(text)).flatMap(sentencesOf)
  if (naming.length > 0) return !naming.some((sentence) => heic.test(sentence) && refusing.test(sentence))
  return read.some((text) => otherFormat.test(text)) ? false : null
}

function sentencesOf(text: string): readonly string[] {
  return text.split(/[.;!?](?=\s|$)|\n/)
}
