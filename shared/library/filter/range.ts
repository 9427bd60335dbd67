/** Values between two bounds; null is no bound. `isOpen`: the bound itself is not in it. */
export interface Range {
  readonly min: Bound | null
  readonly max: Bound | null
}

export interface Bound {
  readonly value: number
  readonly isOpen: boolean
}

/** How the numbers of a range are read and written; `read` returns null for what is none. */
export interface NumberForm {
  read(text: string): number | null
  write(value: number): string
}

const comparison = /^(>=|<=|>|<|=)?(.*)$/su

/** `3`, `=3`, `>=3`, `>3`, `<=3`, `<3`, `2..4`, `2..` and `..4`; null where it is none of these, or holds nothing. */
export function readRange(text: string, { read }: NumberForm): Range | null {
  const dots = text.indexOf('..')
  if (dots >= 0) {
    const [first, last] = [text.slice(0, dots), text.slice(dots + 2)]
    if (first === '' && last === '') return null
    const min = first === '' ? null : closed(read(first))
    const max = last === '' ? null : closed(read(last))
    if ((first !== '' && !min) || (last !== '' && !max)) return null
    return min && max && min.value > max.value ? null : { min, max }
  }
  const [, sign = '=', rest = ''] = comparison.exec(text) ?? []
  const value = read(rest)
  if (value === null) return null
  const bound = { value, isOpen: sign === '>' || sign === '<' }
  if (sign.startsWith('>')) return { min: bound, max: null }
  if (sign.startsWith('<')) return { min: null, max: bound }
  return { min: bound, max: bound }
}

export function writeRange({ min, max }: Range, { write }: NumberForm): string {
  if (min && max)
    return min.value === max.value ? write(min.value) : `${write(min.value)}..${write(max.value)}`
  if (min) return `${min.isOpen ? '>' : '>='}${write(min.value)}`
  return max ? `${max.isOpen ? '<' : '<='}${write(max.value)}` : ''
}

export function atLeast(value: number): Range {
  return { min: { value, isOpen: false }, max: null }
}

function closed(value: number | null): Bound | null {
  return value === null ? null : { value, isOpen: false }
}
