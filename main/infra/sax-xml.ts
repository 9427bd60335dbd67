import sax from 'sax'
import { type XmlReader, xmlBounds } from '../engine/metadata/ports.ts'
import type { XmlAttribute, XmlElement } from '../engine/metadata/xml.ts'

interface Open extends Omit<XmlElement, 'children'> {
  readonly children: (XmlElement | string)[]
}

/** Entities are the five of XML alone. */
const options = { xmlns: true, strictEntities: true, position: false }

const sliceCharacters = 16 * 1024

class Refused extends Error {}

/** XML by sax, which reads no external entity; a document type is refused, so that none can be declared inside. */
export function createSaxXmlReader(): XmlReader {
  return {
    read(text) {
      if (text.length > xmlBounds.characters) return null
      try {
        return parse(text)
      } catch {
        // Whatever it stumbles over, the text is not XML that we read.
        return null
      }
    },
  }
}

function parse(text: string): XmlElement | null {
  const parser = sax.parser(true, options)
  const open: Open[] = []
  let root: Open | null = null
  let elements = 0

  function note(characters: string): void {
    open.at(-1)?.children.push(characters)
  }

  parser.onerror = (error) => {
    throw error
  }
  parser.ondoctype = () => {
    throw new Refused()
  }
  parser.onopentag = (tag) => {
    elements += 1
    const attributes = Object.values(tag.attributes as Record<string, sax.QualifiedAttribute>)
    const isTooMuch = elements > xmlBounds.elements || attributes.length > xmlBounds.attributes
    if (isTooMuch || open.length >= xmlBounds.depth || (root !== null && open.length === 0))
      throw new Refused()
    const element: Open = {
      ...nameOf(tag as sax.QualifiedTag),
      attributes: attributes
        .filter(isNoDeclaration)
        .map((attribute): XmlAttribute => ({ ...nameOf(attribute), value: attribute.value })),
      children: [],
    }
    open.at(-1)?.children.push(element)
    root ??= element
    open.push(element)
  }
  parser.onclosetag = () => void open.pop()
  parser.ontext = note
  parser.oncdata = note
  // The parser looks through all attributes of a tag for each further one, and tells none before the tag ends.
  const given = parser as unknown as { readonly attribList: readonly unknown[] }
  for (let at = 0; at < text.length; at += sliceCharacters) {
    parser.write(text.slice(at, at + sliceCharacters))
    if (given.attribList.length > xmlBounds.attributes) throw new Refused()
  }
  parser.close()
  return root
}

function nameOf({ uri, local, prefix }: sax.QualifiedTag | sax.QualifiedAttribute) {
  return { uri, local, prefix }
}

function isNoDeclaration({ prefix, name }: sax.QualifiedAttribute): boolean {
  return prefix !== 'xmlns' && name !== 'xmlns'
}
