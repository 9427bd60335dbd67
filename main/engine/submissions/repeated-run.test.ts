import { describe, expect, it } from 'vitest'
import type { Sheet } from '../../../shared/bridge/sheet.ts'
import { sampleJob, sampleSubmission } from '../../testing/sample-submission.ts'
import { createClaims, whereRunBelongs } from './repeated-run.ts'
import type { Submission } from './submission.ts'

const batchId = 'new'
const byPrompt: Sheet = { axes: [{ kind: 'field', field: 'prompt', values: ['a weir', 'a lock'] }] }
const byModel: Sheet = { axes: [{ kind: 'model', modelIds: ['i3', 'i4'] }] }
const failed = sampleSubmission({
  submissionId: 'old',
  batchId: 'sheet',
  state: 'accepted',
  values: { prompt: 'a weir', seed: 1 },
  job: sampleJob({ status: 'failed' }),
})

/** A journal that holds the failed run and these, and the sheet that they are in. */
function start(others: readonly Partial<Submission>[] = [], sheet: Sheet | null = byPrompt) {
  const known = [failed, ...others.map((one) => ({ ...failed, ...one }))]
  const journal = {
    get: (id: string) => known.findLast(({ submissionId }) => submissionId === id) ?? null,
    batch: (id: string) => known.filter((one) => one.batchId === id),
  }
  const claims = createClaims(journal)
  return (
    changes: {
      submissionId?: string
      repeats?: string
      modelId?: string
      values?: Record<string, unknown>
    } = {},
    serviceId = 'sandbox',
  ) =>
    whereRunBelongs({
      journal,
      sheetOf: (id) => (id === 'sheet' ? sheet : null),
      claims,
      run: {
        submissionId: 'next',
        modelId: 'i3',
        values: { prompt: 'a weir' },
        repeats: 'old',
        ...changes,
      },
      batchId,
      serviceId,
    })
}

const inPlace = { ok: true, value: { batchId: 'sheet', repeats: 'old' } }
const apart = { ok: true, value: { batchId, repeats: null } }
const triedAlready = { error: { cause: { code: 'run_repeated_already' } } }

describe('[JOB30] a run of a batch that is retried', () => {
  it('replaces the failed one, whatever else differs by now', () => {
    expect(start()()).toEqual(inPlace)
    expect(start([], byModel)({ values: { prompt: 'a mill' } })).toEqual(inPlace)
  })

  it('stays separate where its place differs, is in another service’s sheet, or is alone', () => {
    expect(start()({ values: { prompt: 'a lock' } })).toEqual(apart)
    expect(start()({ values: {} })).toEqual(apart)
    expect(start([], byModel)({ modelId: 'i4' })).toEqual(apart)
    expect(start()({}, 'https://elsewhere.example')).toEqual(apart)
    expect(start([], null)()).toEqual(apart)
  })

  it('replaces the failed one in a batch of several that compares nothing, if it is of the same model', () => {
    const beside = [{ submissionId: 'beside', job: sampleJob({ status: 'completed' }) }]
    expect(start(beside, null)()).toEqual(inPlace)
    expect(start(beside, null)({ values: { prompt: 'a mill' } })).toEqual(inPlace)
    expect(start(beside, null)({ modelId: 'i4' })).toEqual(apart)
    expect(start(beside, null)({}, 'https://elsewhere.example')).toEqual(apart)
    const once = start(beside, null)
    once()
    expect(once({ submissionId: 'another' })).toMatchObject(triedAlready)
  })

  it('takes its place only where it is the same on every axis, also where it has no value of one', () => {
    const both: Sheet = { axes: [...byPrompt.axes, { kind: 'field', field: 'style', values: ['ink', null] }] }
    expect(start([], both)()).toEqual(inPlace)
    expect(start([], both)({ values: { prompt: 'a weir', style: null } })).toEqual(inPlace)
    expect(start([], both)({ values: { prompt: 'a weir', style: 'ink' } })).toEqual(apart)
    const unset = start([{ submissionId: 'unset', values: { prompt: 'a weir', style: null } }], both)
    expect(unset({ repeats: 'unset' })).toMatchObject({ value: { batchId: 'sheet' } })
  })

  it('is retried once: not after another took the place, nor twice together', () => {
    const back = start([{ submissionId: 'back', state: 'withdrawn', job: null }])
    expect(back({ repeats: 'back' })).toMatchObject({ value: { repeats: 'back' } })
    const withTaken = start([{ submissionId: 'taken', repeats: 'old', state: 'unknown', job: null }])
    expect(withTaken()).toMatchObject(triedAlready)
    const once = start()
    expect(once()).toEqual(inPlace)
    expect(once({ submissionId: 'another' })).toMatchObject(triedAlready)
  })

  it('keeps its place where it is confirmed again, with others that are new', () => {
    const known = start([{ submissionId: 'next', repeats: 'old', state: 'confirmed', job: null }])
    expect(known()).toEqual(inPlace)
  })

  it('may be retried again after its retry was canceled, and its retry after that has failed', () => {
    expect(start([{ submissionId: 'back', repeats: 'old', state: 'withdrawn', job: null }])()).toEqual(
      inPlace,
    )
    const second = start([{ submissionId: 'second', repeats: 'old' }])
    expect(second({ repeats: 'second' })).toMatchObject({ value: { batchId: 'sheet', repeats: 'second' } })
  })

  it.each([
    ['completed', { job: sampleJob({ status: 'completed' }) }],
    ['under way', { job: sampleJob({ status: 'processing' }) }],
    ['unknown', { state: 'unknown', job: null }],
    ['waiting', { state: 'confirmed', job: null }],
  ] as const)('is refused where the first one is %s: it may cost, too', (_, change) => {
    const other = start([{ submissionId: 'other', ...change }])
    expect(other({ repeats: 'other' })).toMatchObject({ ok: false, error: { code: 'not_possible_now' } })
  })

  it('is refused where the first one is not known', () => {
    expect(start()({ repeats: 'nobody' })).toMatchObject({ ok: false, error: { code: 'not_found' } })
  })
})
