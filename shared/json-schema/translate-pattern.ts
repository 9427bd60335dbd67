/** A pattern in re2js syntax, and about how many instructions it compiles to. */
export interface TranslatedPattern {
  readonly text: string
  readonly size: number
}

/** Longer and deeper patterns are left to the service. */
const maxLength = 2_000
const maxDepth = 100
/** The maximum repetition count of re2js. */
const maxRepeats = 1_000
const maxSize = 3_000

class LeftToTheService extends Error {}

/**
 * Translates an ECMAScript pattern (with `u`, as in JSON Schema) to the syntax of re2js so that both match
 * exactly the same texts. Null where it is no pattern, or can't be translated: lookarounds, back-references,
 * changed flags, Unicode properties (whose tables differ between engines), half a surrogate pair, or excessive
 * size; and `\B`, which V8 also finds within a surrogate pair.
 */
export function translatePattern(source: string): TranslatedPattern | null {
  if (source.length > maxLength || !isPattern(source)) return null
  try {
    const translated = new Translation(source).whole()
    return translated.size > maxSize ? null : translated
  } catch (error) {
    if (error instanceof LeftToTheService) return null
    throw error
  }
}

/** Parsed, not compiled: V8 compiles an expression on first use. */
function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u')
    return true
  } catch {
    return false
  }
}

const everything = '\\x{0}-\\x{10ffff}'
const lineEnds = '\\n\\r\\x{2028}\\x{2029}'
const spaces =
  '\\x{9}-\\x{d}\\x{20}\\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}'
const otherThanSpaces =
  '\\x{0}-\\x{8}\\x{e}-\\x{1f}\\x{21}-\\x{9f}\\x{a1}-\\x{167f}\\x{1681}-\\x{1fff}\\x{200b}-\\x{2027}\\x{202a}-\\x{202e}' +
  '\\x{2030}-\\x{205e}\\x{2060}-\\x{2fff}\\x{3001}-\\x{fefe}\\x{ff00}-\\x{10ffff}'

/** The classes of escapes, as written within brackets. */
const classEscapes: Readonly<Record<string, string>> = {
  d: '\\d',
  D: '\\D',
  w: '\\w',
  W: '\\W',
  s: spaces,
  S: otherThanSpaces,
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, 0: 0 }

const quantifier = /(?:[*+?]|\{(\d+)(,?)(\d*)\})\??/y
const groupStart = /\((?:\?(?::|<[^=!][^>]*>))?/y
const numericEscape =
  /\\(?:c([A-Za-z])|x([\dA-Fa-f]{2})|u(d[89ab][\dA-Fa-f]{2})\\u(d[c-f][\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]+)\})/iy

/** Parses what V8 has accepted as a pattern, so that nothing is validated twice. */
class Translation {
  readonly #source: string
  #at = 0
  #depth = 0

  constructor(source: string) {
    this.#source = source
  }

  whole(): TranslatedPattern {
    return this.#choice()
  }

  #choice(): TranslatedPattern {
    this.#depth += 1
    if (this.#depth > maxDepth) throw new LeftToTheService()
    let { text, size } = this.#sequence()
    while (this.#take('|')) {
      const other = this.#sequence()
      text += `|${other.text}`
      size += other.size + 1
    }
    this.#depth -= 1
    return { text, size }
  }

  #sequence(): TranslatedPattern {
    let text = ''
    let size = 1
    while (this.#at < this.#source.length && !'|)'.includes(this.#next())) {
      const term = this.#repeated(this.#atom())
      text += term.text
      size += term.size
    }
    return { text, size }
  }

  #repeated({ text, size }: TranslatedPattern): TranslatedPattern {
    const found = this.#match(quantifier)
    if (!found) return { text, size }
    const [sign, from, comma, to] = found
    if (from === undefined) return { text: text + sign.charAt(0), size: size + 1 }
    const least = Number(from)
    const most = comma === '' || to === '' ? least : Number(to)
    if (Math.max(least, most) > maxRepeats) throw new LeftToTheService()
    const choices = comma === '' ? 0 : Math.max(1, most - least)
    return { text: `${text}{${least}${comma}${to}}`, size: size * Math.max(1, most) + choices }
  }

  #atom(): TranslatedPattern {
    const next = this.#next()
    if (next === '(') return this.#group()
    if (next === '[') return this.#class()
    if (next === '\\') return { text: this.#escape(), size: 1 }
    this.#at += next.length
    if (next === '.') return { text: `[^${lineEnds}]`, size: 1 }
    if (next === '^') return { text: '\\A', size: 1 }
    if (next === '$') return { text: '\\z', size: 1 }
    return { text: literal(next.codePointAt(0) ?? 0), size: 1 }
  }

  #group(): TranslatedPattern {
    const [start = ''] = this.#match(groupStart) ?? []
    if (start === '(' && this.#next() === '?') throw new LeftToTheService()
    const { text, size } = this.#choice()
    this.#take(')')
    return { text: `(?:${text})`, size }
  }

  #escape(): string {
    if (this.#take('\\b')) return '\\b'
    const set = this.#classEscape()
    return typeof set === 'string' ? `[${set}]` : literal(set)
  }

  /** Looking up a character in a long class costs more: it counts as several instructions. */
  #class(): TranslatedPattern {
    this.#take('[')
    const sign = this.#take('^') ? '^' : ''
    const members: string[] = []
    while (!this.#take(']')) members.push(this.#member())
    const size = 1 + Math.floor(members.length / 32)
    if (members.length > 0) return { text: `[${sign}${members.join('')}]`, size }
    return { text: sign === '^' ? `[${everything}]` : `[^${everything}]`, size }
  }

  #member(): string {
    const from = this.#classAtom()
    if (typeof from === 'string') return from
    if (this.#next() !== '-' || this.#source.charAt(this.#at + 1) === ']') return literal(from)
    this.#at += 1
    const to = this.#classAtom()
    if (typeof to === 'string') throw new LeftToTheService()
    return `${literal(from)}-${literal(to)}`
  }

  #classAtom(): number | string {
    const next = this.#next()
    if (next !== '\\') {
      this.#at += next.length
      return next.codePointAt(0) ?? 0
    }
    if (this.#take('\\b')) return 8
    return this.#classEscape()
  }

  /** The character or class of an escape, as written within brackets. */
  #classEscape(): number | string {
    const found = this.#match(numericEscape)
    if (found) return characterOf(found)
    const letter = this.#source.charAt(this.#at + 1)
    if (/[1-9kpPB]/.test(letter)) throw new LeftToTheService()
    this.#at += 2
    return classEscapes[letter] ?? controls[letter] ?? letter.charCodeAt(0)
  }

  #next(): string {
    const code = this.#source.codePointAt(this.#at)
    return code === undefined ? '' : String.fromCodePoint(code)
  }

  #take(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.#at
    const found = expression.exec(this.#source)
    if (found) this.#at += found[0].length
    return found
  }
}

function characterOf([, control, byte, high, low, unit, point]: RegExpExecArray): number {
  if (control !== undefined) return control.charCodeAt(0) % 32
  if (high !== undefined && low !== undefined)
    return String.fromCharCode(Number.parseInt(high, 16), Number.parseInt(low, 16)).codePointAt(0) ?? 0
  return Number.parseInt(byte ?? unit ?? point ?? '', 16)
}

function literal(code: number): string {
  if (code >= 0xd800 && code < 0xe000) throw new LeftToTheService()
  return `\\x{${code.toString(16)}}`
}
