import type { LedgerLine } from '../../../shared/bridge/spend-views.ts'
import { upperEnd } from '../../../shared/pricing/estimate.ts'

const columns = [
  'time_utc',
  'time_local',
  'account',
  'model',
  'kind',
  'prompt_start',
  'state',
  'estimate_at_most_usd',
  'estimate_at_most_micro_usd',
  'settled_usd',
  'settled_micro_usd',
  'up_to_usd',
  'up_to_micro_usd',
  'working',
  'collections',
  'keepers',
  'run_id',
] as const

/** The lines as CSV (RFC 4180), with a heading. Dollars have six decimals; a sum that isn't known is empty, and what cost nothing is 0. */
export function writeLedgerCsv(
  lines: readonly LedgerLine[],
  working: (line: LedgerLine) => string | null,
): string {
  const rows = lines.map((line) => {
    const { settled } = line
    const estimate = upperEnd(line.estimate)
    const nothing = line.state === 'not_billed' ? 0 : null
    const exact = settled?.kind === 'exact' ? settled.microUsd : nothing
    const upTo = settled?.kind === 'up_to' ? settled.microUsd : null
    return [
      line.at,
      localTime(line.at),
      line.account,
      line.modelId,
      line.kind,
      line.prompt,
      line.state,
      ...amounts(estimate),
      ...amounts(exact),
      ...amounts(upTo),
      working(line) ?? '',
      line.collections.join('; '),
      String(line.keepers),
      line.submissionId,
    ]
  })
  return [columns, ...rows].map((row) => `${row.map(toCell).join(',')}\r\n`).join('')
}

function amounts(microUsd: number | null): readonly [dollars: string, microUsd: string] {
  if (microUsd === null) return ['', '']
  const fraction = String(microUsd % 1_000_000).padStart(6, '0')
  return [`${Math.floor(microUsd / 1_000_000)}.${fraction}`, String(microUsd)]
}

/** In the person's time zone, with its offset: 2026-11-20T13:00:00+01:00. */
export function localTime(iso: string): string {
  const date = new Date(iso)
  const east = -date.getTimezoneOffset()
  const two = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  const shifted = new Date(date.getTime() + east * 60_000).toISOString().slice(0, 19)
  return `${shifted}${east < 0 ? '-' : '+'}${two(east / 60)}:${two(east % 60)}`
}

/** A cell that a spreadsheet would calculate is text: prompts are written by anyone. */
function toCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
