import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { BudgetStatus } from '../../../../shared/bridge/budget.ts'
import { microUsd } from '../../../../shared/pricing/money.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { studioStatus, submissionView } from '../../../testing/fixtures.ts'
import { withValue } from './draft.ts'
import { createRunConfirmation, type RequestedRun, type RunRequest } from './run-confirmation.ts'

const price = { kind: 'exact', microUsd: microUsd(5) } as const
const overPrice = {
  question: 'price',
  limit: microUsd(1),
  committed: microUsd(0),
  requested: microUsd(5),
} as const
const overDay = { ...overPrice, question: 'day' } as const

function run(prompt: string, some: Partial<RequestedRun> = {}): RequestedRun {
  return { modelId: 'i3', values: { prompt }, estimate: price, ...some }
}

function request(...runs: RequestedRun[]): RunRequest {
  return { runs, sheet: null }
}

interface SentIds {
  readonly batchId?: string
  readonly submissionIds: readonly string[]
}

function start(budget: BudgetStatus | null = null) {
  const active: { account: string | null } = { account: null }
  const shown = new Set<string>()
  const studio = createFixtureStudio()
  const sent: (SentIds & { readonly agreed: readonly string[] })[] = []
  /** The result of each confirmation, in either form. */
  function reply(respond: (agreed: readonly string[]) => 'confirmed' | ReturnType<typeof failed>) {
    const respondTo = (ids: SentIds, agreed: readonly string[] = []) => {
      sent.push({ ...ids, agreed })
      const response = respond(agreed)
      return response === 'confirmed'
        ? done(ids.submissionIds.map((submissionId) => submissionView({ submissionId })))
        : response
    }
    studio.respond({
      'jobs.confirm': ({ submissionIds, agreed }) => respondTo({ submissionIds }, agreed),
      'jobs.confirmBatch': ({ batchId, runs, agreed }) =>
        respondTo({ batchId, submissionIds: runs.map(({ submissionId }) => submissionId) }, agreed),
    })
  }
  reply(() => 'confirmed')
  let made = 0
  const confirmation = createRunConfirmation({
    bridge: studio.bridge,
    newId() {
      made += 1
      return `id-${made}`
    },
    account: () => active.account,
    budget: () => budget,
    isShown: (id) => shown.has(id),
  })
  const requested = () =>
    confirmation.store.getState().question?.objections.map(({ question }) => question) ?? null
  return {
    studio,
    active,
    shown,
    confirmation,
    sent,
    response: reply,
    requested,
    ids: () => sent.map((each) => each.submissionIds),
  }
}

/** Asks these in order, each until it was agreed to. */
function askFor(...questions: readonly (typeof overPrice | typeof overDay)[]) {
  return (agreed: readonly string[]) => {
    const objection = questions.find(({ question }) => !agreed.includes(question))
    return objection ? failed({ code: 'asks_first', message: '', objection }) : ('confirmed' as const)
  }
}

describe('the ids of runs', () => {
  it('are made once per click, and new ones for the next', async () => {
    const { confirmation, ids } = start()
    expect(await confirmation.confirm(request(run('a')))).toMatchObject({
      kind: 'confirmed',
      runs: [{ submissionId: 'id-1' }],
    })
    await confirmation.confirm(request(run('a')))
    expect(ids()).toEqual([['id-1'], ['id-2']])
  })

  it('are sent once for a double click, and both get its runs', async () => {
    const { confirmation, ids } = start()
    const both = await Promise.all([
      confirmation.confirm(request(run('a'), run('b'))),
      confirmation.confirm(request(run('a'), run('b'))),
    ])
    expect(ids()).toHaveLength(1)
    expect(both[0]).toEqual(both[1])
  })

  it.each(['disconnected', 'not_shown', 'internal', 'storage_failed'] as const)(
    '[JOB35] are the same where the runs may be there (%s), and so is their batch',
    async (code) => {
      const { confirmation, response: reply, sent } = start()
      reply(() => failed({ code, message: '' }))
      expect(await confirmation.confirm(request(run('a'), run('b')))).toMatchObject({ kind: 'failed' })
      reply(() => 'confirmed')
      await confirmation.confirm(request(run('a'), run('b')))
      await confirmation.confirm(request(run('a'), run('b')))
      const [first, second, third] = sent
      expect(second).toEqual(first)
      expect(third).not.toEqual(first)
    },
  )

  it('[JOB90] are another account’s own where the response to one was lost', async () => {
    const { confirmation, active, response: reply, ids } = start()
    active.account = 'sandbox'
    reply(() => failed({ code: 'disconnected', message: '' }))
    await confirmation.confirm(request(run('a')))
    active.account = 'https://service.example'
    await confirmation.confirm(request(run('a')))
    active.account = 'sandbox'
    await confirmation.confirm(request(run('a')))
    expect(ids()).toEqual([['id-1'], ['id-2'], ['id-1']])
  })

  it('[JOB90] are the same for the same fields in another order, as after one was changed and changed back', async () => {
    const { confirmation, response: reply, ids } = start()
    const values = { prompt: 'a', resolution: '1k' }
    reply(() => failed({ code: 'disconnected', message: '' }))
    await confirmation.confirm(request(run('', { values })))
    const back = withValue(withValue(values, 'prompt', 'b'), 'prompt', 'a')
    expect(Object.keys(back)).not.toEqual(Object.keys(values))
    reply(() => 'confirmed')
    await confirmation.confirm(request(run('', { values: back })))
    expect(ids()).toEqual([['id-1'], ['id-1']])
  })

  it('[JOB93] are reported as sent before where the page shows their runs, and new ones for the next click', async () => {
    const { confirmation, shown, response: reply, ids } = start()
    reply(() => failed({ code: 'disconnected', message: '' }))
    await confirmation.confirm(request(run('a')))
    await confirmation.confirm(request(run('b')))
    shown.add('id-1')
    reply(() => 'confirmed')
    expect(await confirmation.confirm(request(run('a')))).toMatchObject({ kind: 'confirmed', wasShown: true })
    expect(await confirmation.confirm(request(run('b')))).not.toHaveProperty('wasShown')
    expect(await confirmation.confirm(request(run('a')))).not.toHaveProperty('wasShown')
    expect(ids().slice(2)).toEqual([['id-1'], ['id-2'], ['id-3']])
  })

  it('differ after a refusal, and for other runs', async () => {
    const { confirmation, response: reply, ids } = start()
    reply(() => failed({ code: 'price_changed', message: '' }))
    await confirmation.confirm(request(run('a')))
    reply(() => failed({ code: 'disconnected', message: '' }))
    await confirmation.confirm(request(run('a')))
    await confirmation.confirm(request(run('b')))
    expect(new Set(ids().flat()).size).toBe(3)
  })

  it('are those that the caller keeps', async () => {
    const { confirmation, sent } = start()
    const kept = { batchId: 'batch', submissionIds: ['x', 'y'] }
    await confirmation.confirm({ ...request(run('a'), run('b')), ids: kept })
    expect(sent).toEqual([{ ...kept, agreed: [] }])
  })
})

describe('retries', () => {
  const retry = (submissionId: string, takesPlace = false) =>
    run('a', { retryOf: { submissionId, takesPlace } })

  it('of one run are the same new run until it is confirmed, alone or with others', async () => {
    const { confirmation, response: reply, ids } = start()
    for (const code of ['disconnected', 'price_changed'] as const) {
      reply(() => failed({ code, message: '' }))
      await confirmation.confirm(request(retry('old')))
    }
    reply(() => 'confirmed')
    await confirmation.confirm(request(retry('old'), retry('other')))
    await confirmation.confirm(request(retry('old')))
    const [lost, refused, both, next] = ids()
    expect([refused?.[0], both?.[0]]).toEqual([lost?.[0], lost?.[0]])
    expect(next?.[0]).not.toBe(lost?.[0])
  })

  it('say whose place they take, and nothing else of the earlier run', async () => {
    const { studio, confirmation } = start()
    await confirmation.confirm(request(retry('free', true), retry('busy')))
    const sent = { modelId: 'i3', values: { prompt: 'a' }, estimate: price }
    expect(studio.calls.at(-1)?.input).toEqual({
      batchId: 'id-3',
      runs: [
        { submissionId: 'id-1', ...sent, repeats: 'free' },
        { submissionId: 'id-2', ...sent },
      ],
      sheet: null,
    })
  })
})

it('[CAT58] what is sent in place of held runs names them, and keeps their ids after a lost response, also with others', async () => {
  const { studio, confirmation, response: reply, ids } = start()
  const instead = (submissionId: string) =>
    run('a', { retryOf: { submissionId, takesPlace: false, replaces: true } })
  reply(() => failed({ code: 'disconnected', message: '' }))
  await confirmation.confirm(request(instead('held')))
  reply(() => 'confirmed')
  await confirmation.confirm(request(instead('held'), instead('later')))
  const sent = { modelId: 'i3', values: { prompt: 'a' }, estimate: price }
  const [lost, both] = ids()
  expect(both?.[0]).toBe(lost?.[0])
  expect(studio.calls.at(-1)?.input).toMatchObject({
    runs: [
      { submissionId: lost?.[0], ...sent, replaces: 'held' },
      { ...sent, replaces: 'later' },
    ],
  })
})

describe('a run beyond the person’s budgets', () => {
  it('is asked about before anything is sent; a yes confirms the same runs, at the prices that were shown', async () => {
    const { studio, confirmation, response: reply, sent, requested } = start()
    reply(askFor(overPrice))
    const outcome = confirmation.confirm(request(run('a')))
    await settle()
    expect(requested()).toEqual(['price'])
    expect(confirmation.store.getState().sending).toBe(false)
    confirmation.agree()
    expect(await outcome).toMatchObject({ kind: 'confirmed' })
    expect(sent).toEqual([
      { submissionIds: ['id-1'], agreed: [] },
      { submissionIds: ['id-1'], agreed: ['price'] },
    ])
    expect(studio.calls.at(-1)?.input).toMatchObject({ estimate: price })
    expect(requested()).toBeNull()
  })

  it('is asked about at once as far as foreseen, and once more for what only the studio knew', async () => {
    const month = { limit: microUsd(1), committed: microUsd(0) }
    const { confirmation, response: reply, requested, sent } = start({ ...studioStatus().budget, month })
    reply(askFor(overPrice, overDay))
    const outcome = confirmation.confirm(request(run('a')))
    await settle()
    expect(requested()).toEqual(['price', 'month'])
    confirmation.agree()
    await settle()
    expect(requested()).toEqual(['day'])
    confirmation.agree()
    expect(await outcome).toMatchObject({ kind: 'confirmed' })
    expect(sent.at(-1)).toEqual({ submissionIds: ['id-1'], agreed: ['price', 'month', 'day'] })
  })

  it('is not sent after a no, and asked about again at the next click', async () => {
    const { confirmation, response: reply, requested, sent } = start()
    reply(askFor(overPrice))
    const outcome = confirmation.confirm(request(run('a')))
    await settle()
    confirmation.decline()
    expect(await outcome).toEqual({ kind: 'declined' })
    expect(requested()).toBeNull()
    confirmation.agree()
    await settle()
    expect(sent).toHaveLength(1)
    void confirmation.confirm(request(run('a')))
    await settle()
    expect(requested()).toEqual(['price'])
  })

  it('is agreed to once: a second yes and a late no change nothing', async () => {
    const { confirmation, response: reply, sent } = start()
    reply(askFor(overPrice))
    const outcome = confirmation.confirm(request(run('a')))
    await settle()
    confirmation.agree()
    confirmation.agree()
    confirmation.decline()
    expect(await outcome).toMatchObject({ kind: 'confirmed' })
    expect(sent).toHaveLength(2)
  })

  it('[JOB94] is asked about once the question before it is answered', async () => {
    const { confirmation, response: reply, requested } = start()
    reply(askFor(overPrice))
    const first = confirmation.confirm(request(run('a')))
    await settle()
    const second = confirmation.confirm(request(run('b')))
    await settle()
    const asked = () => confirmation.store.getState().question?.request.runs[0]?.values.prompt
    expect(asked()).toBe('a')
    confirmation.decline()
    expect(await first).toEqual({ kind: 'declined' })
    await settle()
    expect([requested(), asked()]).toEqual([['price'], 'b'])
    confirmation.agree()
    expect(await second).toMatchObject({ kind: 'confirmed' })
  })

  it('is no longer asked about where a yes was followed by a refusal', async () => {
    const { confirmation, response: reply, requested } = start()
    reply((agreed) =>
      agreed.length > 0 ? failed({ code: 'price_changed', message: '' }) : askFor(overPrice)(agreed),
    )
    const outcome = confirmation.confirm(request(run('a')))
    await settle()
    confirmation.agree()
    expect(await outcome).toMatchObject({ kind: 'failed', failure: { code: 'price_changed' } })
    expect(requested()).toBeNull()
  })
})

/** The fate of one confirmation in transit; `asks` only asks what was not agreed to. */
const fates = ['lostBefore', 'lostAfter', 'notShown', 'asks', 'confirmed'] as const

it('[JOB35] whatever is lost or asked, also of other requests between, clicking until runs are confirmed makes each of them once', async () => {
  const requests = [
    [run('a')],
    [run('a'), run('b')],
    [run('a', { retryOf: { submissionId: 'old', takesPlace: true } })],
  ]
  const clicks = fc.record({
    fates: fc.array(fc.constantFrom(...fates), { maxLength: 12 }),
    responses: fc.array(fc.boolean(), { maxLength: 12 }),
    order: fc.array(fc.nat(requests.length - 1), { maxLength: 12 }),
    prices: fc.array(fc.nat(9), { maxLength: 12 }),
  })
  await fc.assert(
    fc.asyncProperty(
      clicks,
      async ({ fates: [...left], responses: [...responses], order, prices: [...prices] }) => {
        const { studio, confirmation } = start()
        const written = new Set<string>()
        function confirm(ids: readonly string[], agreed: readonly string[] = []) {
          const fate = left.shift() ?? 'confirmed'
          if (fate === 'asks' && !agreed.includes('price'))
            return failed({ code: 'asks_first', message: '', objection: overPrice })
          if (fate !== 'lostBefore') for (const id of ids) written.add(id)
          if (fate === 'lostBefore' || fate === 'lostAfter')
            return failed({ code: 'disconnected', message: '' })
          if (fate === 'notShown') return failed({ code: 'not_shown', message: '' })
          return done(ids.map((submissionId) => submissionView({ submissionId })))
        }
        studio.respond({
          'jobs.confirm': ({ submissionIds, agreed }) => confirm(submissionIds, agreed),
          'jobs.confirmBatch': ({ runs: batch, agreed }) =>
            confirm(
              batch.map(({ submissionId }) => submissionId),
              agreed,
            ),
        })
        const confirmed = new Set<number>()
        async function click(which: number) {
          const runs = requests[which] ?? []
          if (confirmed.has(which)) return
          const estimate = { kind: 'exact' as const, microUsd: microUsd(prices.shift() ?? 5) }
          const outcome = confirmation.confirm(request(...runs.map((one) => ({ ...one, estimate }))))
          await settle()
          if (confirmation.store.getState().question)
            if (responses.shift() ?? true) confirmation.agree()
            else confirmation.decline()
          if ((await outcome).kind === 'confirmed') confirmed.add(which)
        }
        for (const which of order) await click(which)
        while (confirmed.size < requests.length) for (const which of requests.keys()) await click(which)
        expect(written.size).toBe(requests.flat().length)
      },
    ),
  )
})

it('[JOB90] forgets the ids of no more than the oldest of many requests that may exist', async () => {
  const { confirmation, response: reply, ids } = start()
  reply(() => failed({ code: 'disconnected', message: '' }))
  const prompts = Array.from({ length: 51 }, (_, index) => `${index}`)
  for (const prompt of prompts) await confirmation.confirm(request(run(prompt)))
  reply(() => 'confirmed')
  for (const prompt of ['1', '50', '0']) await confirmation.confirm(request(run(prompt)))
  expect(ids().slice(-3)).toEqual([['id-2'], ['id-51'], ['id-52']])
})

it('[JOB71] names the account of the click, also where another one is active once a question is answered', async () => {
  const { studio, active, confirmation, response } = start()
  response(askFor(overPrice))
  active.account = 'sandbox'
  const outcome = confirmation.confirm(request(run('a')))
  await settle()
  active.account = 'https://service.example'
  expect(confirmation.store.getState().question?.account).toBe('sandbox')
  confirmation.agree()
  await outcome
  expect(studio.inputs('jobs.confirm').map(({ account }) => account)).toEqual(['sandbox', 'sandbox'])
  response(() => 'confirmed')
  await confirmation.confirm({ ...request(run('b')), account: 'https://other.example' })
  expect(studio.inputs('jobs.confirm').at(-1)?.account).toBe('https://other.example')
})
