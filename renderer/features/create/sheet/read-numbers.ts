export type NumberListProblem = 'not_numbers' | 'too_many' | 'no_end'

export type NumberList =
  | { readonly ok: true; readonly numbers: readonly number[] }
  | { readonly ok: false; readonly problem: NumberListProblem }

const number = String.raw`-?\d+(?:\.\d+)?`
const span = new RegExp(
  String.raw`^(${number})\s*(?:\.\.|–|-|to)\s*(${number})(?:\s*(?:step|by)\s*(${number}))?$`,
)
const single = new RegExp(`^${number}$`)
const mostNumbers = 500
/** Steps are added as integers of this unit, so that 0.1, 0.2, 0.3 stay exact. */
const finest = 1_000_000

/** Reads typed numbers: `1, 2, 5`, or a range with steps such as `1..9 step 2`. Each counts once. */
export function readNumbers(text: string): NumberList {
  const numbers = new Set<number>()
  for (const part of text.split(/[,;\n]/).map((one) => one.trim())) {
    if (part === '') continue
    const read = single.test(part) ? [Number(part)] : readSpan(part)
    if (typeof read === 'string') return { ok: false, problem: read }
    for (const one of read) numbers.add(one)
    if (numbers.size > mostNumbers) return { ok: false, problem: 'too_many' }
  }
  return { ok: true, numbers: [...numbers] }
}

function readSpan(part: string): number[] | NumberListProblem {
  const match = span.exec(part)
  if (!match) return 'not_numbers'
  const [from, to] = [Number(match[1]) * finest, Number(match[2]) * finest].map(Math.round) as [
    number,
    number,
  ]
  const size = Math.round(Math.abs(Number(match[3] ?? 1)) * finest)
  if (size === 0) return 'no_end'
  const count = Math.floor(Math.abs(to - from) / size) + 1
  if (count > mostNumbers) return 'too_many'
  const step = to < from ? -size : size
  return Array.from({ length: count }, (_, index) => (from + index * step) / finest)
}
