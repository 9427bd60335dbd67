/** A pattern as a tree; a `one` takes one character, a `where` looks at a place and takes none. */
export type PatternNode =
  | { readonly type: 'one'; readonly takes: (character: string) => boolean }
  | { readonly type: 'where'; readonly place: 'start' | 'end' | 'edge' | 'inside' }
  | { readonly type: 'ahead'; readonly node: PatternNode; readonly wanted: boolean }
  | { readonly type: 'sequence' | 'choice'; readonly nodes: readonly PatternNode[] }
  | { readonly type: 'repeat'; readonly node: PatternNode; readonly least: number; readonly most: number }

export interface ParsedPattern {
  readonly node: PatternNode
  /** The flags under which it is a pattern. */
  readonly flags: 'u' | ''
}

class Unsupported extends Error {}

const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/
const escapeSequence =
  /^\\(?:[dDwWsStnrfv0]|[pP]\{[^}]*\}|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|c[a-zA-Z]|[^1-9a-zA-Z])/
const characterClass = /^\[(?:\\.|[^\\\]])*\]/s
const deepest = 100

/**
 * Reads an ECMAScript pattern. Null where it is no pattern, or where it looks behind itself or back at what a group
 * took: such patterns can't be matched in bounded time.
 */
export function parsePattern(source: string): ParsedPattern | null {
  const flags = flagsOf(source)
  if (flags === null) return null
  try {
    return { node: new PatternReader(source, flags).readAll(), flags }
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

class PatternReader {
  readonly #source: string
  readonly #flags: string
  #at = 0
  #depth = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  readAll(): PatternNode {
    const node = this.#readChoice()
    if (this.#at < this.#source.length) throw new Unsupported()
    return node
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
    const [, sign, from = '0', comma, to = ''] = found
    if (sign === '*') return { type: 'repeat', node, least: 0, most: Number.POSITIVE_INFINITY }
    if (sign === '+') return { type: 'repeat', node, least: 1, most: Number.POSITIVE_INFINITY }
    if (sign === '?') return { type: 'repeat', node, least: 0, most: 1 }
    const most = to === '' ? Number.POSITIVE_INFINITY : Number(to)
    return { type: 'repeat', node, least: Number(from), most: comma === '' ? Number(from) : most }
  }

  #readAtom(): PatternNode {
    if (this.#take('(')) return this.#readGroup()
    if (this.#take('^')) return { type: 'where', place: 'start' }
    if (this.#take('$')) return { type: 'where', place: 'end' }
    if (this.#take('\\b')) return { type: 'where', place: 'edge' }
    if (this.#take('\\B')) return { type: 'where', place: 'inside' }
    if (this.#take('.')) return { type: 'one', takes: (character) => !/[\n\r\u2028\u2029]/.test(character) }
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
    const wanted = this.#take('?=') ? true : this.#take('?!') ? false : null
    if (wanted === null && this.#rest().startsWith('?') && !this.#take('?:')) this.#takeName()
    const node = this.#readChoice()
    if (!this.#take(')')) throw new Unsupported()
    return wanted === null ? node : { type: 'ahead', node, wanted }
  }

  #takeName(): void {
    const name = /^\?<[^=!>][^>]*>/.exec(this.#rest())
    if (!name) throw new Unsupported()
    this.#at += name[0].length
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
