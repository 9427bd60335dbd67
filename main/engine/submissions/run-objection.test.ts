import { expect, it } from 'vitest'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import type { DeprecationSign } from '../catalog/ports.ts'
import { createRunObjection } from './run-objection.ts'

const renamedValues = [{ field: 'mode', from: 'instant', to: 'fast', until: '2026-10-23' }]

/** The objection to a run, given its endpoint's report and its model's renamed values. */
function objectionTo(
  values: Record<string, unknown>,
  sign: Partial<DeprecationSign> | null = null,
  isKnown = true,
) {
  const model = { renamedValues } as unknown as ModelDetail
  const requested: unknown[] = []
  const objection = createRunObjection({
    signs: {
      of: (...place) => {
        requested.push(place)
        return sign as DeprecationSign | null
      },
    },
    catalogue: { find: () => (isKnown ? model : null) },
  })(sampleSubmission({ values }))
  expect(requested).toEqual([['sandbox', '/generate/image/sandbox/i3']])
  return objection
}

it('[JOB51] a run whose endpoint returned 410 is not sent, in the service’s words where there are any', () => {
  expect(objectionTo({}, { state: 'sunset', message: 'Gone.' })).toEqual({
    code: 'model_sunset',
    message: 'Gone.',
    status: null,
    retryAt: null,
  })
  expect(objectionTo({}, { state: 'sunset', message: null })).toMatchObject({ code: 'model_sunset' })
})

it('[JOB51] an end that is only announced blocks nothing', () => {
  expect(objectionTo({ prompt: 'sea' }, { state: 'deprecated', message: 'Soon.' })).toBeNull()
  expect(objectionTo({ prompt: 'sea' })).toBeNull()
})

it('[JOB52] a value under a name that has ended is not sent, and its present name is given', () => {
  expect(objectionTo({ mode: 'instant' })).toMatchObject({
    code: 'refused',
    cause: { code: 'value_renamed', field: 'mode', from: 'instant', to: 'fast' },
  })
  expect(objectionTo({ mode: 'fast' })).toBeNull()
})

it('[JOB52] a run of an unknown model has no renamed value', () => {
  expect(objectionTo({ mode: 'instant' }, null, false)).toBeNull()
})
