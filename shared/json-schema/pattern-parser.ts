import {
  anyCharacter,
  changeModes,
  charactersOf,
  likeness,
  type Modes,
  placeTests,
  plainModes,
} from './pattern-characters.ts'
import type { AgainNode, PatternNode, PlaceNode } from './pattern-node.ts'

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
const place = /^(?:[\^$]|\\[bB])/
const modified = /^\?([ims]*)(?:-([ims]*))?:/
const reference = /^\\(?:([1-9]\d*)|k<([^>]+)>)/
const deepest = 100

/** Reads an ECMAScript pattern, groups that change its flags included (2025). Null where it is none. */
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
  readonly #flags: 'u' | ''
  #modes = plainModes
  #at = 0
  #depth = 0
  #groups = 0
  readonly #named = new Map<string, number[]>()
  readonly #asked: (readonly number[])[] = []

  constructor(source: string, flags: 'u' | '') {
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
    if (this.#take('.')) return { type: 'one', takes: anyCharacter(this.#modes) }
    const [where] = place.exec(this.#rest()) ?? []
    if (where !== undefined) return this.#readPlace(where)
    const again = reference.exec(this.#rest())
    if (again) return this.#readAgain(again)
    const set = escapeSequence.exec(this.#rest()) ?? characterClass.exec(this.#rest())
    if (set) return this.#readSet(set[0])
    if (/^[\\*+?]/.test(this.#rest())) throw new Unsupported()
    const character = String.fromCodePoint(this.#rest().codePointAt(0) ?? 0)
    if (this.#modes.ignoresCase) return this.#readSet(character)
    this.#at += character.length
    return { type: 'one', takes: (other) => other === character }
  }

  #readPlace(text: string): PlaceNode {
    this.#at += text.length
    const holds = placeTests(this.#flags, this.#modes)[text]
    if (!holds) throw new Unsupported()
    return { type: 'where', holds, isStart: text === '^' && !this.#modes.isMultiline }
  }

  #readSet(text: string): PatternNode {
    this.#at += text.length
    try {
      return { type: 'one', takes: charactersOf(text, this.#flags, this.#modes) }
    } catch {
      throw new Unsupported()
    }
  }

  #readGroup(): PatternNode {
    for (const [sign, type, wanted] of looks) {
      if (this.#take(sign)) return { type, node: this.#readToEnd(), wanted }
    }
    const [begin, on = '', off = ''] = modified.exec(this.#rest()) ?? []
    if (begin !== undefined) {
      this.#at += begin.length
      return this.#readWith(changeModes(this.#modes, on, off))
    }
    this.#groups += 1
    const group = this.#groups
    if (this.#rest().startsWith('?')) this.#groupsNamed(this.#readName()).push(group)
    return { type: 'group', node: this.#readToEnd(), group }
  }

  #readWith(modes: Modes): PatternNode {
    const around = this.#modes
    this.#modes = modes
    const node = this.#readToEnd()
    this.#modes = around
    return node
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

  #readAgain([text, number, name = '']: RegExpExecArray): AgainNode {
    this.#at += text.length
    const groups = number === undefined ? this.#groupsNamed(name) : [Number(number)]
    this.#asked.push(groups)
    return { type: 'again', groups, isAlike: likeness(this.#flags, this.#modes) }
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
