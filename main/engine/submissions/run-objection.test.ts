import { expect, it } from 'vitest'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import type { DeprecationSign } from '../catalog/ports.ts'
import { createRunObjection } from './run-objection.ts'

const renamedValues = [{ field: 'mode', from: 'instant', to: 'fast', until: '2026-10-23' }]

/** Says what stands against a run, where its endpoint said this and its model has these renamed values. */
function objectionTo(
  values: Record<string, unknown>,
  sign: Partial<DeprecationSign> | null = null,
  isKnown = true,
) {
  const model = { renamedValues } as unknown as ModelDetail
  const asked: unknown[] = []
  const objection = createRunObjection({
    signs: {
      of: (...place) => {
        asked.push(place)
        return sign as DeprecationSign | null
      },
    },
    catalogue: { find: () => (isKnown ? model : null) },
  })(sampleSubmission({ values }))
  expect(asked).toEqual([['sandbox', '/generate/image/sandbox/i3']])
  return objection
}

it('[JOB51] a run whose endpoint answered 410 goes no further, in the service’s words where it said any', () => {
  expect(objectionTo({}, { state: 'sunset', message: 'Gone.' })).toEqual({
    code: 'model_sunset',
    message: 'Gone.',
    status: null,
    retryAt: null,
  })
  expect(objectionTo({}, { state: 'sunset', message: null })).toMatchObject({ code: 'model_sunset' })
})

it('[JOB51] an end that is only announced holds nothing back', () => {
  expect(objectionTo({ prompt: 'sea' }, { state: 'deprecated', message: 'Soon.' })).toBeNull()
  expect(objectionTo({ prompt: 'sea' })).toBeNull()
})

it('[JOB52] a value under a name that has ended stays here, with the name it has now', () => {
  expect(objectionTo({ mode: 'instant' })).toMatchObject({
    code: 'refused',
    cause: { code: 'value_renamed', field: 'mode', from: 'instant', to: 'fast' },
  })
  expect(objectionTo({ mode: 'fast' })).toBeNull()
})

it('[JOB52] a run of a model that is known no more has no renamed value', () => {
  expect(objectionTo({ mode: 'instant' }, null, false)).toBeNull()
})
