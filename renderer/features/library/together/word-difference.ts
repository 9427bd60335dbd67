export interface TextPart {
  readonly text: string
  readonly kind: 'same' | 'removed' | 'added'
}

/** More words than this are compared at their beginnings and ends alone: the table of the others would grow too large. */
const mostWords = 1_500

/** What is different between two texts, word by word: all of the first is `same` and `removed`, all of the second `same` and `added`. */
export function wordDifference(before: string, after: string): readonly TextPart[] {
  const [one, other] = [wordsOf(before), wordsOf(after)]
  let start = 0
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < one.length - start && end < other.length - start && one.at(-1 - end) === other.at(-1 - end))
    end += 1
  const parts: TextPart[] = one.slice(0, start).map((text) => ({ text, kind: 'same' }))
  parts.push(...middle(one.slice(start, one.length - end), other.slice(start, other.length - end)))
  parts.push(...one.slice(one.length - end).map((text): TextPart => ({ text, kind: 'same' })))
  return joined(parts)
}

/** Words, with what stands between them as words of their own. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/gu) ?? []
}

function middle(one: readonly string[], other: readonly string[]): TextPart[] {
  if (one.length > mostWords || other.length > mostWords)
    return [
      { text: one.join(''), kind: 'removed' },
      { text: other.join(''), kind: 'added' },
    ]
  const width = other.length + 1
  /** How many words the rests from here have in common. */
  const common = new Uint16Array((one.length + 1) * width)
  const at = (row: number, column: number) => common[row * width + column] ?? 0
  for (let row = one.length - 1; row >= 0; row -= 1)
    for (let column = other.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        one[row] === other[column]
          ? at(row + 1, column + 1) + 1
          : Math.max(at(row + 1, column), at(row, column + 1))
  const parts: TextPart[] = []
  let [row, column] = [0, 0]
  while (row < one.length || column < other.length) {
    const [removed, added] = [one[row], other[column]]
    if (removed !== undefined && removed === added) {
      parts.push({ text: removed, kind: 'same' })
      row += 1
      column += 1
    } else if (removed !== undefined && (added === undefined || at(row + 1, column) >= at(row, column + 1))) {
      parts.push({ text: removed, kind: 'removed' })
      row += 1
    } else if (added !== undefined) {
      parts.push({ text: added, kind: 'added' })
      column += 1
    }
  }
  return parts
}

/** Neighbours of one kind as one part; between two changes a space alone is changed with them, so that phrases stay whole. */
function joined(parts: readonly TextPart[]): TextPart[] {
  const whole: TextPart[] = []
  let run = { removed: '', added: '' }
  /** The space that both end with stands after them. */
  function flush() {
    const [space = ''] = /\s+$/.exec(run.removed) ?? []
    const isShared = space !== '' && run.added.endsWith(space)
    const after = isShared ? space : ''
    if (isShared)
      run = { removed: run.removed.slice(0, -space.length), added: run.added.slice(0, -space.length) }
    if (run.removed !== '') whole.push({ text: run.removed, kind: 'removed' })
    if (run.added !== '') whole.push({ text: run.added, kind: 'added' })
    run = { removed: '', added: '' }
    return after
  }
  function put(text: string) {
    const last = whole.at(-1)
    if (last?.kind === 'same') whole[whole.length - 1] = { text: last.text + text, kind: 'same' }
    else if (text !== '') whole.push({ text, kind: 'same' })
  }
  for (const [index, { text, kind }] of parts.entries()) {
    if (kind !== 'same') {
      run[kind] += text
      continue
    }
    const isBetween = /^\s+$/.test(text) && (run.removed !== '' || run.added !== '')
    if (isBetween && (parts[index + 1]?.kind ?? 'same') !== 'same') {
      run.removed += text
      run.added += text
      continue
    }
    put(flush() + text)
  }
  put(flush())
  return whole
}
