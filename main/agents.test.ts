import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { microUsd } from '../shared/pricing/money.ts'
import { listJobs } from './hosts/cli/list-jobs.ts'
import { createLeapingClock } from './testing/leaping-clock.ts'
import { createSpyTerminal } from './testing/run-in-process.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'
import { isHome, openTestService, openTestStudio, type TestService } from './testing/test-studio.ts'
import { firstWords } from './words/choose-words.ts'

// Runs are made by the sandbox, slower on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let service: TestService

beforeAll(async () => {
  service = await openTestService()
})
afterAll(() => service.close())

/** V2 costs 0.10 for six seconds at 512p, 0.90 for ten at 1080p. */
const cheap = { prompt: 'a boat', resolution: '512p', duration: 6 }
const dear = { prompt: 'a ship', resolution: '1080p', duration: 10 }
const agent = 'test-agent'

async function open(some: Partial<Parameters<typeof openTestStudio>[0]> = {}) {
  const studio = await openTestStudio({ folder: join(temporaryFolder(), 'data'), service, ...some })
  onTestFinished(() => studio.close())
  const quote = async (values: Record<string, unknown>, { count = 1, modelId = 'v2' } = {}) =>
    studio.want('agents.estimate', { modelId, values, count })
  return {
    ...studio,
    quote,
    async generate(
      key: string,
      values: Record<string, unknown>,
      some: { count?: number; modelId?: string } = {},
    ) {
      const { quoteId } = await quote(values, some)
      return studio.call('agents.generate', { agent, quoteId, key })
    },
    spend: (agents: { perDay?: number; askAbove?: number }) =>
      studio.want('settings.change', {
        agents: {
          ...(agents.perDay !== undefined && { perDay: microUsd(agents.perDay) }),
          ...(agents.askAbove !== undefined && { askAbove: microUsd(agents.askAbove) }),
        },
      }),
    runs: async () => (await studio.want('jobs.list', {})).submissions,
  }
}

test('[AGENT1] the same key is the same run, with a new quote, by another agent, and after a restart', async () => {
  const folder = join(temporaryFolder(), 'data')
  const first = await openTestStudio({ folder, service })
  const { quoteId } = await first.want('agents.estimate', { modelId: 'v2', values: cheap })
  const both = await Promise.all([
    first.want('agents.generate', { agent, quoteId, key: 'key-of-a-boat' }),
    first.want('agents.generate', { agent, quoteId, key: 'key-of-a-boat' }),
  ])
  const ids = both.map(({ submissions }) => submissions.map(({ submissionId }) => submissionId))
  expect(ids[0]).toHaveLength(1)
  expect(ids[1]).toEqual(ids[0])
  await first.close()

  const again = await open({ folder })
  const repeated = await again.generate('key-of-a-boat', cheap)
  const lost = await again.want('agents.generate', { agent: 'other', quoteId, key: 'key-of-a-boat' })
  expect(repeated.ok && repeated.value.submissions.map(({ submissionId }) => submissionId)).toEqual(ids[0])
  expect(lost.submissions.map(({ submissionId }) => submissionId)).toEqual(ids[0])
  expect(await again.runs()).toHaveLength(1)
})

test('[AGENT2] a key of other runs is refused, and nothing is written', async () => {
  const studio = await open()
  await studio.generate('key-of-a-boat', cheap)
  const others = [
    await studio.generate('key-of-a-boat', { ...cheap, prompt: 'a plane' }),
    await studio.generate('key-of-a-boat', cheap, { count: 2 }),
  ]
  for (const other of others)
    expect(other).toMatchObject({ ok: false, error: { cause: { code: 'agent_key_used' } } })
  expect(await studio.runs()).toHaveLength(1)
})

test('[AGENT3] a quote that is unknown or has expired confirms nothing', async () => {
  const clock = createLeapingClock()
  const studio = await open({ clock })
  const { quoteId, expiresAt } = await studio.quote(cheap)
  expect(Date.parse(expiresAt)).toBeGreaterThan(clock.now())
  clock.leap(10 * 60_000)
  for (const id of [quoteId, 'made up'])
    expect(await studio.call('agents.generate', { agent, quoteId: id, key: 'key-of-a-boat' })).toMatchObject({
      ok: false,
      error: { code: 'not_found', cause: { code: 'agent_quote_gone' } },
    })
  expect(await studio.runs()).toEqual([])
})

test('[AGENT4] waiting ends with the runs and their files, and at the latest after its time', async () => {
  const studio = await open()
  await studio.generate('key-of-a-boat', cheap, { count: 2 })
  const early = await studio.want('agents.wait', { key: 'key-of-a-boat', milliseconds: 0 })
  expect(early.isDone).toBe(false)
  const ended = await studio.want('agents.wait', { key: 'key-of-a-boat', milliseconds: 45_000 })
  expect(ended).toMatchObject({ isDone: true, held: null })
  expect(ended.submissions).toHaveLength(2)
  expect(ended.submissions.every(isHome)).toBe(true)
  const [{ fileId } = { fileId: '' }] = ended.submissions[0]?.files ?? []
  const [file] = await studio.want('agents.files', { fileIds: [fileId] })
  expect(file).toMatchObject({ mediaType: 'video/mp4', path: expect.stringMatching(/^\/.*\.mp4$/) })
})

test('[AGENT33] no wait is done for a key or an id of nothing, and a key that is being confirmed is known', async () => {
  const studio = await open()
  const unknown = { ok: false, error: { code: 'not_found', cause: { code: 'run_unknown' } } }
  const [key, milliseconds] = ['key-of-a-boat', 0]
  const stray = '0199a4d2-7b1c-7c3e-8f00-112233445566'
  expect(await studio.call('agents.wait', { key, milliseconds })).toMatchObject(unknown)
  expect(await studio.call('agents.run', { key })).toMatchObject(unknown)
  const { quoteId } = await studio.quote(cheap)
  const [made, waited] = await Promise.all([
    studio.call('agents.generate', { agent, quoteId, key }),
    studio.call('agents.wait', { key, milliseconds }),
  ])
  expect([made, waited]).toMatchObject([{ ok: true }, { ok: true, value: { submissions: [{ agent }] } }])
  expect(
    await studio.call('agents.wait', { key, submissionIds: [stray], milliseconds: 45_000 }),
  ).toMatchObject(unknown)
})

test('[AGENT5] an agent cancels what was not sent of agents’ runs, and no run of the person', async () => {
  const studio = await open()
  await studio.call('jobs.pause', {})
  await studio.generate('key-of-a-boat', cheap)
  const cancelled = await studio.want('agents.cancel', { key: 'key-of-a-boat' })
  expect(cancelled.submissions).toMatchObject([{ state: 'withdrawn' }])
  const [own] = await studio.want('jobs.confirm', {
    submissionIds: ['0199a4d2-7b1c-7c3e-8f00-112233445566'],
    modelId: 'v2',
    values: cheap,
    estimate: (await studio.quote(cheap)).estimate,
  })
  const refused = await studio.call('agents.cancel', { submissionId: own?.submissionId ?? '' })
  expect(refused).toMatchObject({ ok: false, error: { cause: { code: 'agent_run_of_person' } } })
})

test('[AGENT61] a cancel can be repeated, and only what was sent is refused', async () => {
  const studio = await open()
  await studio.call('jobs.pause', {})
  await studio.generate('key-of-a-boat', cheap)
  const cancel = (key: string) => studio.call('agents.cancel', { key })
  for (const _ of [1, 2])
    expect(await cancel('key-of-a-boat')).toMatchObject({
      ok: true,
      value: { submissions: [{ state: 'withdrawn' }] },
    })
  studio.studio.pageOpened()
  await studio.generate('key-of-a-fox', { prompt: 'a fox' }, { modelId: 'i8' })
  for (const _ of [1, 2])
    expect(await cancel('key-of-a-fox')).toMatchObject({ ok: true, value: { held: 'cancelled' } })
  await studio.call('jobs.resume', {})
  await studio.generate('key-of-a-ship', cheap)
  await studio.want('agents.wait', { key: 'key-of-a-ship', milliseconds: 45_000 })
  expect(await cancel('key-of-a-ship')).toMatchObject({
    ok: false,
    error: { cause: { code: 'run_sent_already' } },
  })
})

test('[AGENT62] a verdict counts the person’s budgets too, and says whether anybody can be asked', async () => {
  const studio = await open()
  expect(await studio.quote(cheap)).toMatchObject({ verdict: 'free', isWindowOpen: false })
  const budget = (limits: Partial<Record<'perDay' | 'perMonth' | 'perSession' | 'askAbove', number>>) =>
    studio.want('settings.change', {
      budgets: { sandbox: { perDay: null, perMonth: null, perSession: null, askAbove: null, ...limits } },
    } as never)
  for (const limit of ['perDay', 'perMonth', 'perSession', 'askAbove'] as const) {
    await budget({ [limit]: 50_000 })
    expect((await studio.quote(cheap)).verdict, limit).toBe('asks_person')
  }
  const close = studio.studio.pageOpened()
  expect(await studio.quote(cheap)).toMatchObject({ verdict: 'asks_person', isWindowOpen: true })
  close()
  // What no yes lifts comes first.
  await studio.spend({ perDay: 50_000 })
  expect((await studio.quote(cheap)).verdict).toBe('over_budget')
})

test('[AGENT6] an agent’s runs carry its name, and the person’s none', async () => {
  const studio = await open()
  await studio.generate('key-of-a-boat', cheap)
  expect(await studio.runs()).toMatchObject([{ agent }])
})

test('[AGENT10] runs over the agents’ own budget are refused where they are written, with those under way', async () => {
  const studio = await open()
  await studio.spend({ perDay: 250_000 })
  const first = await studio.generate('key-number-1', cheap)
  expect(first.ok).toBe(true)
  const together = await Promise.all([
    studio.generate('key-number-2', cheap),
    studio.generate('key-number-3', cheap),
    studio.generate('key-number-4', { ...cheap, prompt: 'three' }, { count: 2 }),
  ])
  expect(together.filter(({ ok }) => ok)).toHaveLength(1)
  const refused = together.filter(({ ok }) => !ok)
  for (const one of refused)
    expect(one).toMatchObject({
      error: { code: 'not_possible_now', cause: { code: 'agent_budget', limit: 250_000 } },
    })
  expect(await studio.runs()).toHaveLength(2)
  expect((await studio.quote(cheap)).verdict).toBe('over_budget')
  // The person's own runs are not counted in it.
  await studio.spend({ perDay: 0 })
  const unlisted = await studio.generate('key-number-5', { prompt: 'a fox' }, { modelId: 'i8' })
  expect(unlisted).toMatchObject({ ok: false, error: { cause: { code: 'agent_budget', requested: 0 } } })
})

test('[AGENT11] runs above the price, without a listed price, or over the person’s budget wait for a yes', async () => {
  const studio = await open()
  studio.studio.pageOpened()
  await studio.spend({ askAbove: 500_000 })
  const waiting = [
    await studio.generate('key-number-1', dear),
    await studio.generate('key-number-2', { prompt: 'a fox' }, { modelId: 'i8' }),
    await studio.generate('key-number-3', cheap, { count: 6 }),
  ]
  await studio.want('settings.change', { budgets: { sandbox: { perDay: microUsd(50_000) } } })
  waiting.push(await studio.generate('key-number-4', cheap))
  for (const one of waiting)
    expect(one).toMatchObject({ ok: true, value: { held: 'waiting', submissions: [] } })
  expect(await studio.runs()).toEqual([])
  expect(await studio.want('agents.requests', {})).toMatchObject([
    { agent, modelId: 'v2', prompt: 'a ship', count: 1, upToMicroUsd: 900_000 },
    { modelId: 'i8', upToMicroUsd: null },
    { count: 6, upToMicroUsd: 600_000 },
    { upToMicroUsd: 100_000 },
  ])
  expect(studio.events.filter(({ name }) => name === 'agents.changed')).not.toEqual([])
})

test('[AGENT12] without a page a run above the price is refused; an unanswered request ends; a declined one stays so', async () => {
  const clock = createLeapingClock()
  const studio = await open({ clock })
  await studio.spend({ askAbove: 0 })
  expect(await studio.generate('key-number-1', cheap)).toMatchObject({
    ok: false,
    error: { code: 'asks_first', cause: { code: 'agent_no_window' } },
  })
  const close = studio.studio.pageOpened()
  await studio.generate('key-number-1', cheap)
  clock.leap(15 * 60_000)
  expect(await studio.want('agents.run', { key: 'key-number-1' })).toEqual({
    submissions: [],
    held: 'expired',
  })
  expect(await studio.generate('key-number-1', cheap)).toMatchObject({ ok: true, value: { held: 'waiting' } })
  const [request] = await studio.want('agents.requests', {})
  await studio.want('agents.answer', { requestId: request?.requestId ?? '', isAllowed: false })
  expect(await studio.generate('key-number-1', cheap)).toMatchObject({
    ok: false,
    error: { cause: { code: 'agent_declined' } },
  })
  close()
  expect(await studio.generate('key-number-2', cheap)).toMatchObject({ ok: false })
  expect(await studio.runs()).toEqual([])
})

test('[AGENT13] the person’s yes confirms a request once, over their own budgets but not over the agents’', async () => {
  const studio = await open()
  studio.studio.pageOpened()
  await studio.spend({ askAbove: 0, perDay: 150_000 })
  await studio.want('settings.change', {
    budgets: { sandbox: { perDay: microUsd(1), perSession: microUsd(1), askAbove: microUsd(1) } },
  })
  await studio.generate('key-number-1', cheap)
  await studio.generate('key-number-2', { ...cheap, prompt: 'another' })
  const [first, second] = await studio.want('agents.requests', {})
  const answer = (requestId = '') => studio.call('agents.answer', { requestId, isAllowed: true })
  for (const question of ['day', 'session'])
    expect(await answer(first?.requestId)).toMatchObject({
      error: { code: 'asks_first', objection: { question } },
    })
  const waiting = await studio.want('agents.requests', {})
  expect(waiting.find(({ requestId }) => requestId === first?.requestId)?.passes).toEqual(['day', 'session'])
  expect(await answer(first?.requestId)).toMatchObject({ ok: true, value: { submissions: [{ agent }] } })
  expect(await answer(first?.requestId)).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(await answer(second?.requestId)).toMatchObject({
    ok: false,
    error: { cause: { code: 'agent_budget' } },
  })
  expect(await studio.runs()).toHaveLength(1)
})

test('[AGENT16] the rows of `jobs` name the agent, and none for the person’s runs', async () => {
  const folder = join(temporaryFolder(), 'data')
  const studio = await openTestStudio({ folder, service })
  const { quoteId, estimate } = await studio.want('agents.estimate', { modelId: 'v2', values: cheap })
  await studio.want('agents.generate', { agent, quoteId, key: 'key-of-a-boat' })
  const submissionIds = ['0199a4d2-7b1c-7c3e-8f00-112233445566']
  await studio.want('jobs.confirm', { submissionIds, modelId: 'v2', values: cheap, estimate })
  await studio.close()
  const terminal = createSpyTerminal()
  const rows = listJobs({ dataFolder: folder, limit: 10, state: undefined, words: firstWords, terminal })
  expect(rows.map((row) => row.agent)).toEqual([undefined, agent])
})

test('[AGENT2] calls with one key come one after the other: of two quotes at once one has the runs', async () => {
  const studio = await open()
  const one = await studio.want('agents.estimate', { modelId: 'v2', values: cheap })
  const other = await studio.want('agents.estimate', {
    modelId: 'v2',
    values: { ...cheap, prompt: 'b' },
    count: 3,
  })
  const [first, second] = await Promise.all(
    [one, other].map(({ quoteId }) =>
      studio.call('agents.generate', { agent, quoteId, key: 'key-of-two-quotes' }),
    ),
  )
  expect(first).toMatchObject({ ok: true, value: { submissions: [{ agent }] } })
  expect(second).toMatchObject({ ok: false, error: { cause: { code: 'agent_key_used' } } })
  expect(await studio.runs()).toHaveLength(1)
})

test('[AGENT14] a no that comes while a yes is carried out is told that it was answered', async () => {
  const studio = await open()
  studio.studio.pageOpened()
  await studio.spend({ askAbove: 0 })
  await studio.generate('key-number-1', cheap)
  const [request] = await studio.want('agents.requests', {})
  const answer = (isAllowed: boolean) =>
    studio.call('agents.answer', { requestId: request?.requestId ?? '', isAllowed })
  const [yes, no] = await Promise.all([answer(true), answer(false)])
  expect(yes).toMatchObject({ ok: true, value: { submissions: [{ agent }] } })
  expect(no).toMatchObject({ ok: false, error: { code: 'not_found' } })
})
