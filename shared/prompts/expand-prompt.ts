/** Braces nested deeper than this are words, so that no text can exhaust the parser. */
const deepest = 20

/** A part of a prompt with wildcards: words, or a choice of alternatives. */
type Piece = string | readonly Sequence[]
type Sequence = readonly Piece[]

/** A prompt with wildcards such as `{red|green|blue}`, parsed once. */
export interface ExpandedPrompt {
  /** How many prompts it generates; beyond what can be counted exactly, `Number.MAX_SAFE_INTEGER`. */
  readonly count: number
  /** Where a brace with alternatives begins that never closes, so that it is words; the first one, or null. */
  readonly unclosedAt: number | null
  /** Whether braces with something, but no alternatives, between them are words. */
  readonly hasPlainBraces: boolean
  /** The first so many of them, the leftmost wildcard changing last. */
  take(atMost: number): string[]
}

/**
 * Parses the wildcards of a prompt. They may be nested, and an alternative may be empty. Braces without a `|`
 * between them are words, and a backslash escapes the following brace or bar.
 */
export function expandPrompt(text: string): ExpandedPrompt {
  const { sequence, unclosedAt, hasPlainBraces } = read(text)
  const count = countSequence(sequence)
  return {
    count,
    unclosedAt,
    hasPlainBraces,
    take: (atMost) => Array.from({ length: Math.min(count, atMost) }, (_, index) => pick(sequence, index)),
  }
}

/** A brace that is still open, with its complete alternatives and the current one. */
interface Open {
  readonly at: number
  readonly ways: Piece[][]
  current: Piece[]
}

interface Reading extends Pick<ExpandedPrompt, 'unclosedAt' | 'hasPlainBraces'> {
  readonly sequence: Sequence
}

/** One pass over the text: a brace that never closes, or has a single alternative, turns back into words. */
function read(text: string): Reading {
  const stack: Open[] = [{ at: 0, ways: [], current: [] }]
  const top = () => stack.at(-1) as Open
  let unclosedAt: number | null = null
  let hasPlainBraces = false
  let end = 0
  for (const sign of tokensOf(text)) {
    const at = end
    end += sign.length
    if (sign === '{' && stack.length <= deepest) stack.push({ at, ways: [], current: [] })
    else if (sign === '|' && stack.length > 1) {
      top().ways.push(top().current)
      top().current = []
    } else if (sign === '}' && stack.length > 1) {
      const { ways, current } = stack.pop() as Open
      if (ways.length > 0) top().current.push([...ways, current])
      else {
        hasPlainBraces ||= current.some(isSomething)
        addAll(top().current, ['{', ...current, '}'])
      }
    } else addAll(top().current, [unescaped(sign)])
  }
  while (stack.length > 1) {
    const open = stack.pop() as Open
    if (open.ways.length > 0) unclosedAt = open.at
    addAll(top().current, ['{', ...open.ways.flatMap((way) => [...way, '|']), ...open.current])
  }
  return { sequence: top().current, unclosedAt, hasPlainBraces }
}

function isSomething(piece: Piece): boolean {
  return typeof piece !== 'string' || piece.trim() !== ''
}

/** The tokens: braces and bars, escaped ones with their backslash, and the words between them. */
function tokensOf(text: string): readonly string[] {
  return text.match(/\\[{|}]|[{|}]|\\|[^\\{|}]+/g) ?? []
}

function unescaped(sign: string): string {
  return sign.length === 2 && sign.startsWith('\\') ? sign.slice(1) : sign
}

/** Appends parts to others; adjacent words become one part. */
function addAll(pieces: Piece[], added: readonly Piece[]): void {
  for (const piece of added) {
    const last = pieces.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') pieces[pieces.length - 1] = last + piece
    else pieces.push(piece)
  }
}

function countSequence(sequence: Sequence): number {
  return sequence.reduce((product, piece) => saturate(product * countPiece(piece)), 1)
}

function countPiece(piece: Piece): number {
  if (typeof piece === 'string') return 1
  return piece.reduce((sum, way) => saturate(sum + countSequence(way)), 0)
}

function saturate(count: number): number {
  return Math.min(count, Number.MAX_SAFE_INTEGER)
}

/** The prompt with this index, below the sequence's count. */
function pick(sequence: Sequence, index: number): string {
  let rest = index
  let text = ''
  for (const piece of sequence.toReversed()) {
    const count = countPiece(piece)
    text = pickPiece(piece, rest % count) + text
    rest = Math.floor(rest / count)
  }
  return text
}

function pickPiece(piece: Piece, index: number): string {
  if (typeof piece === 'string') return piece
  let rest = index
  for (const way of piece) {
    const count = countSequence(way)
    if (rest < count) return pick(way, rest)
    rest -= count
  }
  return ''
}
