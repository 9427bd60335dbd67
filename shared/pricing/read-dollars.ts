import { type MicroUsd, microUsd } from './money.ts'

export type DollarProblem = 'not_money' | 'too_fine' | 'nothing' | 'too_large'

export type ReadDollars =
  | { readonly ok: true; readonly microUsd: MicroUsd }
  | { readonly ok: false; readonly problem: DollarProblem }

const decimals = 6
const mostDollars = 1_000_000_000

/** Reads a typed amount in dollars, such as 12.50 or $1,000, to the micro-dollar; nothing is rounded. */
export function readDollars(text: string): ReadDollars {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(text.trim())
  const whole = match?.[1]?.replaceAll(',', '') ?? ''
  const fraction = (match?.[2] ?? '').replace(/0+$/, '')
  if (!match || (whole === '' && !match[2])) return { ok: false, problem: 'not_money' }
  if (fraction.length > decimals) return { ok: false, problem: 'too_fine' }
  if (Number(whole) >= mostDollars) return { ok: false, problem: 'too_large' }
  const amount = Number(whole) * 1_000_000 + Number(fraction.padEnd(decimals, '0'))
  return amount === 0 ? { ok: false, problem: 'nothing' } : { ok: true, microUsd: microUsd(amount) }
}

/** An amount in the form that `readDollars` reads: two decimals, or as many as it needs. */
export function writeDollars(amount: MicroUsd): string {
  const fraction = String(amount % 1_000_000)
    .padStart(decimals, '0')
    .replace(/0{1,4}$/, '')
  return `${Math.floor(amount / 1_000_000)}.${fraction}`
}
