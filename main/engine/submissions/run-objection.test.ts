import { expect, it } from 'vitest'
import type { ModelDetail } from '../../../shared/bridge/views.ts'
import { usd } from '../../../shared/pricing/money.ts'
import { pricePoint } from '../../../shared/pricing/price-table.ts'
import { sampleSubmission } from '../../testing/sample-submission.ts'
import type { DeprecationSign } from '../catalog/ports.ts'
import { createRunObjection } from './run-objection.ts'

const renamedValues = [{ field: 'mode', from: 'instant', to: 'fast', until: '2026-10-23' }]

/** The objection to a run, given its endpoint's report and its model's renamed values. */
function objectionTo(
  values: Record<string, unknown>,
  sign: Partial<DeprecationSign> | null = null,
  isKnown = true,
  known: Partial<ModelDetail> = {},
) {
  const model = { renamedValues, ...known } as unknown as ModelDetail
  const requested: unknown[] = []
  const objection = createRunObjection({
    signs: {
      of: (...place) => {
        requested.push(place)
        return sign as DeprecationSign | null
      },
    },
    catalogue: { findAt: () => (isKnown ? model : null), isDescribed: () => false },
  }).objection(sampleSubmission({ values }))
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

it('[JOB96] a run whose model’s date has begun is not sent, with what is known of the end', () => {
  const deprecation = {
    state: 'sunset',
    sunsetDate: '2026-10-23',
    cause: null,
    replacement: null,
    link: null,
  } as const
  const path = '/generate/image/sandbox/i3'
  expect(objectionTo({ mode: 'instant' }, null, true, { label: 'I3', path, deprecation })).toMatchObject({
    code: 'model_sunset',
    cause: { code: 'model_ended', model: 'I3', date: '2026-10-23' },
  })
  const announced = { ...deprecation, state: 'deprecated' } as const
  expect(objectionTo({}, null, true, { label: 'I3', path, deprecation: announced })).toBeNull()
  // The model has another path since: the run’s own endpoint may go on.
  expect(objectionTo({}, null, true, { label: 'I3', path: '/generate/image/new/i3', deprecation })).toBeNull()
})

it('[CAT65] a run that would cost something else by the description in use is held, and so is one whose endpoint it lacks', () => {
  const run = sampleSubmission({ values: { size: 'large' }, estimate: { kind: 'exact', microUsd: usd(0.1) } })
  const modelAt = (dollars: number, path = run.path) =>
    ({
      label: 'I3',
      path,
      renamedValues: [],
      pricing: { unit: 'request', points: [pricePoint(dollars, {})] },
      schema: { properties: { size: {} } },
    }) as unknown as ModelDetail
  const objections = (model: ModelDetail | null, isDescribed = true) => {
    const { objection, reprice } = createRunObjection({
      signs: { of: () => null },
      catalogue: { findAt: () => model, isDescribed: () => isDescribed },
    })
    return [objection(run), reprice()(run)].map((problem) => problem && [problem.code, problem.cause?.code])
  }
  expect(objections(modelAt(0.14))).toEqual(Array(2).fill(['price_changed', undefined]))
  expect(objections(modelAt(0.1))).toEqual([null, null])
  expect(objections(modelAt(0.1, '/generate/image/new/i3'))).toEqual(
    Array(2).fill(['price_changed', 'model_unknown']),
  )
  expect(objections(null)).toEqual(Array(2).fill(['price_changed', 'model_unknown']))
  expect([...objections(null, false), ...objections(modelAt(0.14), false)]).toEqual(Array(4).fill(null))
})

it('[CAT126] a run held for its price stays held while its account isn’t the active one, and no other is', () => {
  const held = { code: 'price_changed', status: null, retryAt: null } as const
  const objections = createRunObjection({
    signs: { of: () => null },
    catalogue: { findAt: () => null, isDescribed: () => false },
  })
  for (const objection of [objections.objection, objections.reprice()]) {
    expect(objection(sampleSubmission({ problem: held }))).toEqual(held)
    expect(objection(sampleSubmission({ problem: { ...held, code: 'model_sunset' } }))).toBeNull()
    expect(objection(sampleSubmission())).toBeNull()
  }
})

it('[CAT65] the objection names a model that isn’t described any more by its id', () => {
  const run = sampleSubmission()
  const { objection } = createRunObjection({
    signs: { of: () => null },
    catalogue: { findAt: () => null, isDescribed: () => true },
  })
  expect(objection(run)).toMatchObject({ cause: { code: 'model_unknown', model: run.modelId } })
})

it('[CAT65] each model of each account is looked up once for all runs', () => {
  const requested: string[] = []
  const reprice = createRunObjection({
    signs: { of: () => null },
    catalogue: {
      findAt(serviceId, modelId) {
        requested.push(`${serviceId} ${modelId}`)
        return modelId === 'gone'
          ? null
          : ({ path: 'p', pricing: null, schema: {} } as unknown as ModelDetail)
      },
      isDescribed: () => true,
    },
  }).reprice()
  const runs = ['i3', 'gone'].flatMap((modelId) =>
    ['a', 'b'].map((serviceId) => sampleSubmission({ modelId, serviceId, path: 'p' })),
  )
  const found = () => runs.map((run) => reprice({ ...run, estimate: { kind: 'unlisted' } })?.code ?? null)
  const expected = [null, null, 'price_changed', 'price_changed']
  expect([found(), found()]).toEqual([expected, expected])
  expect(requested).toEqual(['a i3', 'b i3', 'a gone', 'b gone'])
})
