import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BridgeResult } from '../../../../shared/bridge/error-codes.ts'
import type { ModelDetail, SubmissionView } from '../../../../shared/bridge/views.ts'
import { findModel } from '../../../../shared/catalog/index.ts'
import { usd } from '../../../../shared/pricing/money.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { modelDetail, submissionView } from '../../../testing/fixtures.ts'
import { createRunConfirmation } from '../composer/run-confirmation.ts'
import { createRetryStore, offersFor } from './retry-store.ts'

function detailOf(id: string): ModelDetail {
  const model = findModel(id)
  if (!model) throw new Error(`No model ${id}`)
  return modelDetail(model)
}

function start(
  detail: (modelId: string) => Promise<BridgeResult<ModelDetail>>,
  account: () => string | null = () => 'sandbox',
) {
  const studio = createFixtureStudio({
    'jobs.confirm': ({ submissionIds: [submissionId = ''] }) => done([submissionView({ submissionId })]),
    'jobs.confirmBatch': ({ runs }) => done(runs.map(({ submissionId }) => submissionView({ submissionId }))),
  })
  let made = 0
  const newId = () => {
    made += 1
    return `new-${made}`
  }
  const confirmed: string[] = []
  const retries = createRetryStore({
    confirmation: createRunConfirmation({
      bridge: studio.bridge,
      newId,
      account,
      budget: () => null,
      isShown: () => false,
    }),
    newId,
    account,
    detail,
    onConfirmed: (runs) => confirmed.push(...runs.map(({ submissionId }) => submissionId)),
  })
  const offers = (runs: readonly SubmissionView[]) => offersFor(runs, retries.store.getState(), account())
  return { studio, retries, confirmed, offers }
}

const known = async (id: string) => done(detailOf(id))

describe('the request of a retry', () => {
  it('[JOB71] is offered for runs of the active account alone, and names it', async () => {
    const { studio, retries, offers } = start(known)
    const values = { prompt: 'a fox' }
    const own = submissionView({ submissionId: 'a', modelId: 'i3', values })
    const other = submissionView({
      submissionId: 'b',
      modelId: 'i3',
      values,
      account: 'https://service.example',
    })
    await retries.price([own, other])
    expect(offers([own, other]).map(({ run }) => run)).toEqual([own])
    await retries.retry(offers([own]))
    expect(studio.inputs('jobs.confirmBatch')).toMatchObject([{ account: 'sandbox' }])
  })

  it('[JOB71] is for its run’s account also where another became active since it was offered', async () => {
    const active = { account: 'sandbox' }
    const { studio, retries, offers } = start(known, () => active.account)
    const run = submissionView({ submissionId: 'a', modelId: 'i3', values: { prompt: 'a fox' } })
    await retries.price([run])
    const offered = offers([run])
    active.account = 'https://service.example'
    await retries.retry(offered)
    expect(studio.inputs('jobs.confirmBatch')).toMatchObject([{ account: run.account }])
  })

  it('[JOB92] is offered no more once another account is active, and is once that is priced', async () => {
    const active = { account: 'sandbox' }
    const { retries, offers } = start(known, () => active.account)
    const [own, other] = ['sandbox', 'https://service.example'].map((account) =>
      submissionView({ submissionId: account, modelId: 'i3', values: { prompt: 'a fox' }, account }),
    )
    if (!own || !other) throw new Error('There are two.')
    await retries.price([own, other])
    active.account = other.account
    expect(offers([own, other])).toEqual([])
    await retries.price([own, other])
    expect(offers([own, other]).map(({ run }) => run)).toEqual([other])
  })

  it('has the confirmed settings, at today’s price', async () => {
    const { retries, offers } = start(known)
    const run = submissionView({
      submissionId: 'a',
      modelId: 'v2',
      values: { prompt: 'a fox', resolution: '512p', duration: 6 },
    })
    expect(offers([run])).toEqual([])
    await retries.price([run])
    expect(offers([run])).toMatchObject([{ modelId: 'v2', values: run.values, estimate: { kind: 'exact' } }])
  })

  it('omits runs whose model no longer accepts them, has ended, or can’t be read', async () => {
    const { retries, offers } = start(async (id) => {
      if (id === 'i1') return failed({ code: 'unknown_model', message: '' })
      return done(id === 'i3' ? { ...detailOf(id), path: null } : detailOf(id))
    })
    const runs = [
      submissionView({ submissionId: 'a', modelId: 'i1' }),
      submissionView({ submissionId: 'b', modelId: 'i3' }),
      submissionView({ submissionId: 'c', modelId: 'v2', values: { prompt: 'x', duration: 'long' } }),
      submissionView({ submissionId: 'd', modelId: 'v2' }),
    ]
    await retries.price(runs)
    expect(offers(runs).map(({ run }) => run.submissionId)).toEqual(['d'])
    expect(runs.map(({ submissionId }) => retries.store.getState().get(submissionId) === null)).toEqual([
      true,
      true,
      true,
      false,
    ])
  })

  it('never returns to the prices of an older catalogue, and keeps those of other runs', async () => {
    const responses: ((detail: ModelDetail) => void)[] = []
    const { retries, offers } = start(
      () => new Promise((resolve) => responses.push((detail) => resolve(done(detail)))),
    )
    const [a, b] = ['a', 'b'].map((submissionId) => submissionView({ submissionId, modelId: 'v2' }))
    if (!a || !b) throw new Error('There are two.')
    const priced = [retries.price([a, b]), retries.price([a])]
    const { pricing, ...unpriced } = detailOf('v2')
    responses[1]?.({ ...unpriced, pricing: null })
    await priced[1]
    responses[0]?.({ ...unpriced, pricing })
    await priced[0]
    const [ofA, ofB] = offers([a, b])
    expect(ofA?.estimate).toEqual({ kind: 'unlisted' })
    expect(ofB?.estimate).not.toEqual({ kind: 'unlisted' })
  })
})

describe('runs that are retried', () => {
  const offer = (submissionId: string, some: Partial<SubmissionView> = {}) => ({
    run: submissionView({ submissionId, ...some }),
    modelId: 'i3',
    values: { prompt: 'a fox' },
    estimate: { kind: 'unlisted' } as const,
  })

  it('are new runs, at the prices that were shown, and are passed on in their order', async () => {
    const { studio, retries, confirmed } = start(known)
    await retries.retry([offer('a'), offer('b')])
    const sent = { modelId: 'i3', values: { prompt: 'a fox' }, estimate: { kind: 'unlisted' } }
    expect(studio.calls.at(-1)?.input).toMatchObject({
      runs: [
        { submissionId: 'new-1', ...sent },
        { submissionId: 'new-2', ...sent },
      ],
      sheet: null,
    })
    expect(confirmed).toEqual(['new-1', 'new-2'])
  })

  it('take free places, and none of a run that may still be sent', async () => {
    const { studio, retries } = start(known)
    const run = (state: SubmissionView['state']) => ({ state }) as never
    await retries.retry([offer('free', run('withdrawn')), offer('busy', run('unsent'))])
    const [free, busy] = studio.inputs('jobs.confirmBatch')[0]?.runs ?? []
    expect(free).toMatchObject({ repeats: 'free' })
    expect(busy).not.toHaveProperty('repeats')
  })

  it('are passed on after the person agrees, and not before', async () => {
    const { studio, retries, confirmed } = start(known)
    const objection = { question: 'price', limit: 1, committed: 0, requested: 5 } as never
    studio.respond({
      'jobs.confirm': ({ submissionIds: [submissionId = ''] }) => done([submissionView({ submissionId })]),
      'jobs.confirmBatch': ({ runs, agreed }) =>
        agreed?.includes('price')
          ? done(runs.map(({ submissionId }) => submissionView({ submissionId })))
          : failed({ code: 'asks_first', message: '', objection }),
    })
    const outcome = retries.retry([offer('a')])
    await settle()
    expect(confirmed).toEqual([])
    retries.confirmation.agree()
    expect(await outcome).toMatchObject({ kind: 'confirmed' })
    expect(confirmed).toEqual(['new-1'])
  })
})

describe('[ACT8] a variation', () => {
  const estimate = { kind: 'exact' as const, microUsd: usd(0.04) }
  const run = {
    account: 'sandbox',
    modelId: 'i3',
    values: { prompt: 'a fox', seed: 7 },
    estimate,
    likeFile: 'fox-1',
  }
  const sent = { modelId: run.modelId, values: run.values, estimate }

  it('[JOB71] is for the account of the result, whichever is active', async () => {
    const { studio, retries } = start(known, () => 'https://service.example')
    await retries.vary(run)
    expect(studio.inputs('jobs.confirmBatch')).toMatchObject([{ account: 'sandbox' }])
  })

  it('is one run at the price that was shown, and never a second one while it is being confirmed', async () => {
    const { studio, retries, confirmed } = start(known)
    const [first, second] = await Promise.all([
      retries.vary(run),
      retries.vary({ ...run, values: { seed: 8 } }),
    ])
    expect(first?.kind).toBe('confirmed')
    expect(second).toBeNull()
    expect(confirmed).toHaveLength(1)
    expect(studio.inputs('jobs.confirmBatch').flatMap(({ runs }) => runs)).toMatchObject([sent])
    expect((await retries.vary(run))?.kind).toBe('confirmed')
    expect(confirmed).toHaveLength(2)
  })

  it('[JOB94] like another result waits for no other’s response, and is asked about by itself', async () => {
    const { studio, retries } = start(known)
    const objection = { question: 'price', limit: 1, committed: 0, requested: 5 } as never
    studio.respond({
      'jobs.confirmBatch': ({ runs, agreed }) =>
        agreed
          ? done(runs.map(({ submissionId }) => submissionView({ submissionId })))
          : failed({ code: 'asks_first', message: '', objection }),
    })
    const files = ['fox-1', 'fox-2']
    const both = files.map((likeFile) => retries.vary({ ...run, likeFile }))
    for (const likeFile of files) {
      await settle()
      expect(retries.confirmation.store.getState().question?.request.likeFile).toBe(likeFile)
      retries.confirmation.agree()
    }
    expect((await Promise.all(both)).map((outcome) => outcome?.kind)).toEqual(['confirmed', 'confirmed'])
    const [first, second, ...agreed] = studio
      .inputs('jobs.confirmBatch')
      .map(({ runs }) => runs[0]?.submissionId)
    expect(agreed).toEqual([first, second])
  })

  it('[JOB90] has its own seed and ids again once one is confirmed', async () => {
    const { studio, retries } = start(known)
    const response = studio.respond
    response({ 'jobs.confirmBatch': () => failed({ code: 'disconnected', message: '' }) })
    await retries.vary(run)
    response({
      'jobs.confirmBatch': ({ runs }) =>
        done(runs.map(({ submissionId }) => submissionView({ submissionId }))),
    })
    for (const seed of [8, 9]) await retries.vary({ ...run, values: { prompt: 'a fox', seed } })
    const sentRuns = studio.inputs('jobs.confirmBatch').flatMap(({ runs }) => runs)
    expect(sentRuns.map(({ values }) => values.seed)).toEqual([7, 7, 9])
    expect(new Set(sentRuns.map(({ submissionId }) => submissionId)).size).toBe(2)
  })

  it('[JOB90] is not sent twice, whatever is lost, asked or at another price, until it is confirmed', async () => {
    const files = ['fox-1', 'fox-2', 'fox-3']
    const presses = fc.record({
      fates: fc.array(fc.constantFrom('lostBefore', 'lostAfter', 'asks', 'confirmed'), { maxLength: 12 }),
      order: fc.array(fc.constantFrom(...files), { maxLength: 12 }),
      hasSeed: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(presses, async ({ fates: [...fates], order, hasSeed }) => {
        const { studio, retries } = start(known)
        /** By id: the settings that the studio wrote. */
        const written = new Map<string, unknown>()
        studio.respond({
          'jobs.confirmBatch': ({
            runs: [{ submissionId: id, values } = { submissionId: '', values: {} }],
          }) => {
            const fate = written.has(id) ? 'confirmed' : (fates.shift() ?? 'confirmed')
            if (fate === 'asks')
              return failed({ code: 'asks_first', message: '', objection: { question: 'price' } as never })
            if (fate !== 'lostBefore') written.set(id, written.get(id) ?? values)
            if (fate !== 'confirmed') return failed({ code: 'disconnected', message: '' })
            return done([submissionView({ submissionId: id })])
          },
        })
        let seed = 0
        const confirmed = new Set<string>()
        async function press(likeFile: string) {
          if (confirmed.has(likeFile)) return
          seed += 1
          const values = { prompt: 'a fox', ...(hasSeed && { seed }) }
          const price = { kind: 'exact' as const, microUsd: usd(seed) }
          const outcome = retries.vary({ ...run, likeFile, values, estimate: price })
          await settle()
          retries.confirmation.decline()
          if ((await outcome)?.kind === 'confirmed') confirmed.add(likeFile)
        }
        for (const likeFile of order) await press(likeFile)
        while (confirmed.size < files.length) for (const likeFile of files) await press(likeFile)
        expect(written.size).toBe(files.length)
      }),
    )
  })
})

it('[CAT125] [JOB81] a run that its price holds is canceled by the write of the one that takes its place', async () => {
  const { studio, retries, offers } = start(known)
  const problem = { code: 'price_changed', status: null, retryAt: null } as const
  const held = submissionView({
    submissionId: 'a',
    modelId: 'i3',
    values: { prompt: 'x' },
    state: 'confirmed',
    problem,
  })
  await retries.price([held])
  await retries.retry(offers([held]))
  expect(studio.inputs('jobs.confirmBatch')).toMatchObject([{ runs: [{ replaces: 'a' }] }])
  expect(studio.inputs('jobs.confirmBatch')[0]?.runs[0]).not.toHaveProperty('repeats')
})
