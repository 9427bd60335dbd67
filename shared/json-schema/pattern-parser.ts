/** A pattern as a tree; a `one` takes one character, a `where` looks at a place and takes none. */
export type PatternNode =
  | { readonly type: 'one'; readonly takes: (character: string) => boolean }
  | { readonly type: 'where'; readonly place: 'start' | 'end' | 'edge' | 'inside' }
  | { readonly type: 'ahead' | 'behind'; readonly node: PatternNode; readonly wanted: boolean }
  /** What a group takes can be asked for again: groups count from 1. */
  | { readonly type: 'group'; readonly node: PatternNode; readonly group: number }
  /** The same text once more that the one of these groups took that is set; nothing where none is. */
  | { readonly type: 'again'; readonly groups: readonly number[] }
  | { readonly type: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | RepeatNode

export interface RepeatNode {
  readonly type: 'repeat'
  readonly node: PatternNode
  readonly least: number
  readonly most: number
  /** It would rather take less; what it takes first is what a group of it holds. */
  readonly lazy: boolean
}

export interface ParsedPattern {
  readonly node: PatternNode
  /** The flags under which it is a pattern. */
  readonly flags: 'u' | ''
  readonly groups: number
}

class Unsupported extends Error {}

const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/
const escapeSequence =
  /^\\(?:[dDwWsStnrfv0]|[pP]\{[^}]*\}|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|c[a-zA-Z]|[^1-9a-zA-Z])/
const characterClass = /^\[(?:\\.|[^\\\]])*\]/s
const reference = /^\\(?:([1-9]\d*)|k<([^>]+)>)/
const deepest = 100

/** Reads an ECMAScript pattern. Null where it is none, or where it changes its flags on the way. */
export function parsePattern(source: string): ParsedPattern | null {
  const flags = flagsOf(source)
  if (flags === null) return null
  try {
    return { ...new PatternReader(source, flags).readAll(), flags }
  } catch (error) {
    if (error instanceof Unsupported) return null
    throw error
  }
}

function flagsOf(source: string): 'u' | '' | null {
  for (const flags of ['u', ''] as const) {
    try {
      new RegExp(source, flags)
      return flags
    } catch {}
  }
  return null
}

const looks = [
  ['?=', 'ahead', true],
  ['?!', 'ahead', false],
  ['?<=', 'behind', true],
  ['?<!', 'behind', false],
] as const

class PatternReader {
  readonly #source: string
  readonly #flags: string
  #at = 0
  #depth = 0
  #groups = 0
  readonly #named = new Map<string, number[]>()
  readonly #asked: (readonly number[])[] = []

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  readAll(): { readonly node: PatternNode; readonly groups: number } {
    const node = this.#readChoice()
    const isGroup = (group: number) => group <= this.#groups
    const isKnown = this.#asked.every((groups) => groups.length > 0 && groups.every(isGroup))
    if (this.#at < this.#source.length || !isKnown) throw new Unsupported()
    return { node, groups: this.#groups }
  }

  #readChoice(): PatternNode {
    this.#depth += 1
    if (this.#depth > deepest) throw new Unsupported()
    const nodes = [this.#readSequence()]
    while (this.#take('|')) nodes.push(this.#readSequence())
    this.#depth -= 1
    return { type: 'choice', nodes }
  }

  #readSequence(): PatternNode {
    const nodes: PatternNode[] = []
    while (this.#at < this.#source.length && !/[|)]/.test(this.#rest().charAt(0))) {
      nodes.push(this.#readRepeats(this.#readAtom()))
    }
    return { type: 'sequence', nodes }
  }

  #readRepeats(node: PatternNode): PatternNode {
    const found = quantifier.exec(this.#rest())
    if (!found) return node
    this.#at += found[0].length
    const [, sign, from = '0', comma, to = '', sparing] = found
    const repeat = { type: 'repeat', node, lazy: sparing === '?' } as const
    if (sign === '*') return { ...repeat, least: 0, most: Number.POSITIVE_INFINITY }
    if (sign === '+') return { ...repeat, least: 1, most: Number.POSITIVE_INFINITY }
    if (sign === '?') return { ...repeat, least: 0, most: 1 }
    const most = to === '' ? Number.POSITIVE_INFINITY : Number(to)
    return { ...repeat, least: Number(from), most: comma === '' ? Number(from) : most }
  }

  #readAtom(): PatternNode {
    if (this.#take('(')) return this.#readGroup()
    if (this.#take('^')) return { type: 'where', place: 'start' }
    if (this.#take('$')) return { type: 'where', place: 'end' }
    if (this.#take('\\b')) return { type: 'where', place: 'edge' }
    if (this.#take('\\B')) return { type: 'where', place: 'inside' }
    if (this.#take('.')) return { type: 'one', takes: (character) => !/[\n\r\u2028\u2029]/.test(character) }
    const again = reference.exec(this.#rest())
    if (again) return this.#readAgain(again)
    const set = escapeSequence.exec(this.#rest()) ?? characterClass.exec(this.#rest())
    if (set) return this.#readSet(set[0])
    if (/^[\\*+?]/.test(this.#rest())) throw new Unsupported()
    const character = String.fromCodePoint(this.#rest().codePointAt(0) ?? 0)
    this.#at += character.length
    return { type: 'one', takes: (other) => other === character }
  }

  /** A class or an escape takes what the engine's own reading of it takes, one character at a time. */
  #readSet(text: string): PatternNode {
    this.#at += text.length
    try {
      const set = new RegExp(`^${text}$`, this.#flags)
      return { type: 'one', takes: (character) => set.test(character) }
    } catch {
      throw new Unsupported()
    }
  }

  #readGroup(): PatternNode {
    for (const [sign, type, wanted] of looks) {
      if (this.#take(sign)) return { type, node: this.#readToEnd(), wanted }
    }
    if (this.#take('?:')) return this.#readToEnd()
    this.#groups += 1
    const group = this.#groups
    if (this.#rest().startsWith('?')) this.#groupsNamed(this.#readName()).push(group)
    return { type: 'group', node: this.#readToEnd(), group }
  }

  #readToEnd(): PatternNode {
    const node = this.#readChoice()
    if (!this.#take(')')) throw new Unsupported()
    return node
  }

  #readName(): string {
    const [text, name] = /^\?<([^>]+)>/.exec(this.#rest()) ?? []
    if (text === undefined || name === undefined) throw new Unsupported()
    this.#at += text.length
    return name
  }

  #readAgain([text, number, name = '']: RegExpExecArray): PatternNode {
    this.#at += text.length
    const groups = number === undefined ? this.#groupsNamed(name) : [Number(number)]
    this.#asked.push(groups)
    return { type: 'again', groups }
  }

  /** The groups of a name; one that is named before it stands is filled in once it does. */
  #groupsNamed(name: string): number[] {
    const known = this.#named.get(name) ?? []
    this.#named.set(name, known)
    return known
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #rest(): string {
    return this.#source.slice(this.#at)
  }
}
