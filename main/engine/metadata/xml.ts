/** A name with the address of its namespace; empty where it has none. */
export interface XmlName {
  readonly uri: string
  readonly local: string
  /** As it was written; only a wish. */
  readonly prefix: string
}

export interface XmlAttribute extends XmlName {
  readonly value: string
}

export interface XmlElement extends XmlName {
  readonly attributes: readonly XmlAttribute[]
  readonly children: readonly (XmlElement | string)[]
}

const xmlUri = 'http://www.w3.org/XML/1998/namespace'

/** What XML 1.0 has no place for, lone surrogates included. */
const refusedCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed.
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g

export function isElement(node: XmlElement | string): node is XmlElement {
  return typeof node !== 'string'
}

/** All text inside. */
export function textOf(element: XmlElement): string {
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('')
}

/** The text of a document without a declaration; every namespace is declared at its root. */
export function writeXml(root: XmlElement): string {
  const prefixes = choosePrefixes(root)
  const declared = [...prefixes].flatMap(([uri, prefix]) =>
    uri === '' || uri === xmlUri ? [] : [` xmlns:${prefix}="${escaped(uri)}"`],
  )
  return write(root, prefixes, declared.join(''))
}

function write(element: XmlElement, prefixes: ReadonlyMap<string, string>, declared = ''): string {
  const name = nameIn(element, prefixes)
  const attributes = element.attributes.map(
    (attribute) => ` ${nameIn(attribute, prefixes)}="${escaped(attribute.value)}"`,
  )
  const head = `<${name}${declared}${attributes.join('')}`
  if (element.children.length === 0) return `${head}/>`
  const inside = element.children.map((child) => (isElement(child) ? write(child, prefixes) : escaped(child)))
  return `${head}>${inside.join('')}</${name}>`
}

function nameIn({ uri, local }: XmlName, prefixes: ReadonlyMap<string, string>): string {
  const prefix = prefixes.get(uri) ?? ''
  return prefix === '' ? local : `${prefix}:${local}`
}

function choosePrefixes(root: XmlElement): ReadonlyMap<string, string> {
  const prefixes = new Map([
    ['', ''],
    [xmlUri, 'xml'],
  ])
  const taken = new Set(['', 'xml', 'xmlns'])
  let count = 1
  function choose({ uri, prefix }: XmlName): void {
    if (prefixes.has(uri)) return
    let own = prefix
    for (; taken.has(own); count += 1) own = `ns${count}`
    taken.add(own)
    prefixes.set(uri, own)
  }
  function visit(element: XmlElement): void {
    choose(element)
    for (const attribute of element.attributes) choose(attribute)
    for (const child of element.children) if (isElement(child)) visit(child)
  }
  visit(root)
  return prefixes
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

function escaped(text: string): string {
  return text.replace(refusedCharacters, '\ufffd').replace(/[&<>"\t\n\r]/g, (sign) => entities[sign] ?? sign)
}
