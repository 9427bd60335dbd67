/** The target of a row: the ratio of ours to the baseline, or a limit of its own. */
export type Aim =
  | { readonly kind: 'ratio'; readonly atMost: number }
  | { readonly kind: 'limit'; readonly atMost: number }

/** One line of the table: the same thing by hand and by Atelier, measured alternately in the same run. */
export interface Row {
  readonly what: string
  readonly unit: 'ms' | 'µs' | 'commits' | '‰' | 'MB'
  readonly baselineIs: string
  readonly oursIs: string
  readonly aim: Aim
  /** Several rounds of each. */
  measure(): Promise<{ readonly baseline: readonly number[]; readonly ours: readonly number[] }>
}

export interface RowResult {
  readonly what: string
  readonly unit: Row['unit']
  readonly baselineIs: string
  readonly oursIs: string
  /** Medians. */
  readonly baseline: number
  readonly ours: number
  readonly ratio: number
  readonly aim: Aim
  readonly met: boolean
}

export async function measureRow({ measure, ...row }: Row): Promise<RowResult> {
  const rounds = await measure()
  const baseline = percentile(rounds.baseline, 0.5)
  const ours = percentile(rounds.ours, 0.5)
  const ratio = ours / baseline
  const met = (row.aim.kind === 'ratio' ? ratio : ours) <= row.aim.atMost
  return { ...row, baseline, ours, ratio, met }
}

/** The value that this share of the values does not exceed; 0.5 is the median. Throws where there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right)
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  if (value === undefined) throw new RangeError('No values were measured.')
  return value
}

/** The table in readable form. */
export function renderTable(results: readonly RowResult[]): string {
  const head = ['', 'baseline', 'ours', 'ratio', 'aim', '']
  const lines = results.map((result) => [
    result.what,
    `${round(result.baseline)} ${result.unit}`,
    `${round(result.ours)} ${result.unit}`,
    `${result.ratio.toFixed(2)}×`,
    result.aim.kind === 'ratio' ? `≤ ${result.aim.atMost}×` : `≤ ${result.aim.atMost} ${result.unit}`,
    result.met ? 'under' : 'OVER',
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((cells) => cells[column]?.length ?? 0)),
  )
  const render = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  const notes = results.map(
    ({ what, baselineIs, oursIs }) => `${what}: baseline ${baselineIs}; ours ${oursIs}.`,
  )
  return `${[head, ...lines].map(render).join('\n')}\n\n${notes.join('\n')}\n`
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}
