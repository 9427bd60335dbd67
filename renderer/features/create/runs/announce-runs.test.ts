import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Sheet } from '../../../../shared/bridge/sheet.ts'
import type { SubmissionView } from '../../../../shared/bridge/views.ts'
import { fileView, jobView, submissionView } from '../../../testing/fixtures.ts'
import { english } from '../../../words/en/words.ts'
import { announceRuns } from './announce-runs.ts'

const job = jobView()
const waiting: Partial<SubmissionView> = {}
const sending: Partial<SubmissionView> = { state: 'sending' }
const running: Partial<SubmissionView> = { state: 'accepted', job }
const done: Partial<SubmissionView> = {
  state: 'accepted',
  job: { ...job, status: 'completed' },
  files: [fileView()],
}
const failed: Partial<SubmissionView> = { state: 'accepted', job: { ...job, status: 'failed' } }
const unknown: Partial<SubmissionView> = { state: 'unknown' }

function batchOf(states: readonly Partial<SubmissionView>[], sheet: Sheet | null = null, batchId = 'b') {
  return states.map((some, at) =>
    submissionView({ submissionId: `${batchId}${at}`, batchId, sheet, modelLabel: 'Boats', ...some }),
  )
}

function sheetOf(size: number): Sheet {
  return { axes: [{ kind: 'field', field: 'seed', values: Array.from({ length: size }, (_, at) => at) }] }
}

/** Everything announced while a batch moves from reading to reading. */
function listen(readings: readonly (readonly SubmissionView[])[]): string[] {
  return readings
    .slice(1)
    .map((now, at) => announceRuns(readings[at] ?? [], now, english))
    .filter((sentence) => sentence !== '')
}

test('a single run is announced at each step', () => {
  const steps = [[], ...[waiting, sending, running, done].map((some) => batchOf([some]))]
  expect(listen(steps)).toEqual([
    'Boats: Waiting to be sent',
    'Boats: Sending',
    'Boats: Processing',
    'Boats: Done',
  ])
})

test('a sheet is summarised: at its start, at its first failure, at half, and at its end', () => {
  const size = 40
  const states = Array.from({ length: size }, () => waiting)
  const readings = [[], batchOf(states.slice(0, 1), sheetOf(size)), batchOf(states, sheetOf(size))]
  for (let at = 0; at < size; at++) {
    for (const some of [sending, running, at === 4 || at === 9 ? failed : done]) {
      states[at] = some
      readings.push(batchOf(states, sheetOf(size)))
    }
  }
  expect(listen(readings)).toEqual([
    'Sheet: 0 of 40 done.',
    'Sheet: 4 of 40 done, 1 failed.',
    'Sheet: 20 of 40 done, 2 failed.',
    'Sheet: 38 of 40 done, 2 failed.',
  ])
})

test('runs of a batch are summarised, too, and an unclear one is announced', () => {
  const readings = [
    [running, running],
    [unknown, running],
    [unknown, done],
  ].map((states) => batchOf(states))
  expect(listen(readings)).toEqual(['Batch: 0 of 2 done, 1 unknown.', 'Batch: 1 of 2 done, 1 unknown.'])
})

test('a sheet that ended long ago announces nothing when it is shown', () => {
  expect(listen([[], batchOf([done, failed], sheetOf(2))])).toEqual([])
})

test('a single run is announced beside a batch that has nothing to say', () => {
  const [before, now] = [waiting, sending].map((some) => [
    ...batchOf([some, running, running]),
    ...batchOf([some], null, 'alone'),
  ])
  expect(listen([before ?? [], now ?? []])).toEqual(['Boats: Sending'])
})

test('whatever happens to the runs of a sheet, it announces five times at most, and last at its end', () => {
  const ends = fc.array(fc.constantFrom(done, failed, unknown), { minLength: 2, maxLength: 30 })
  fc.assert(
    fc.property(ends, (all) => {
      const sheet = sheetOf(all.length)
      const readings = [
        [],
        ...[...all, null].map((_, count) =>
          batchOf(
            all.map((end, at) => (at < count ? end : running)),
            sheet,
          ),
        ),
      ]
      const said = listen(readings)
      expect(said.length).toBeLessThanOrEqual(5)
      const made = all.filter((end) => end === done).length
      expect(said.at(-1)).toMatch(`Sheet: ${made} of ${all.length} done`)
    }),
  )
})
