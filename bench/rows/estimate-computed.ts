import { requestSchema } from '../../shared/catalog/json-schema.ts'
import { v1 } from '../../shared/catalog/v1.ts'
import { estimate } from '../../shared/pricing/estimate.ts'
import { percentile, type Row } from '../row.ts'

const rounds = 9
const timesARound = 2_000

/** The largest table, looked up for one request: the 95th percentile of single calls. */
export const estimateComputed: Row = {
  what: 'estimate computed, p95',
  unit: 'µs',
  baselineIs: 'the same row found and multiplied by hand',
  oursIs: 'V1’s estimate from its schema and table',
  aim: { kind: 'limit', atMost: 1_000 },
  async measure() {
    const baseline: number[] = []
    const ours: number[] = []
    const schema = requestSchema(v1)
    for (let round = 0; round < rounds; round++) {
      baseline.push(timeCalls((duration) => priceByHand('720p', false, duration)))
      ours.push(
        timeCalls((duration) =>
          estimate({ pricing: v1.pricing, schema, values: { prompt: 'a', resolution: '720p', duration } }),
        ),
      )
    }
    return { baseline, ours }
  },
}

const byHand: Readonly<Record<string, readonly [number, number]>> = {
  '480p': [134_800, 80_900],
  '720p': [303_400, 182_000],
  '1080p': [682_600, 409_600],
  '4k': [1_555_200, 933_100],
}

function priceByHand(resolution: string, hasReference: boolean, seconds: number): number {
  return (byHand[resolution]?.[hasReference ? 1 : 0] ?? 0) * seconds
}

/** Microseconds of the slowest call in twenty. */
function timeCalls(call: (duration: number) => unknown): number {
  const times: number[] = []
  for (let time = 0; time < timesARound; time++) {
    const startedAt = performance.now()
    call(4 + (time % 12))
    times.push((performance.now() - startedAt) * 1_000)
  }
  return percentile(times, 0.95)
}
