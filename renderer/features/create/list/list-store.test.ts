import { expect, it } from 'vitest'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { submissionView } from '../../../testing/fixtures.ts'
import type { PlannedRun } from '../composer/plan-runs.ts'
import type { RunRequest } from '../composer/run-confirmation.ts'
import { createListStorage } from './list-storage.ts'
import { createListStore, type ListPart } from './list-store.ts'

/** Simulates a reload by opening the store again with what it has kept. */
function start(kept = new Map<string, string>(), most = Number.POSITIVE_INFINITY) {
  const studio = createFixtureStudio({ 'jobs.get': () => failed({ code: 'not_found', message: '' }) })
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      if (value.length > most) throw new DOMException('full', 'QuotaExceededError')
      kept.set(name, value)
    },
    removeItem: (name: string) => void kept.delete(name),
  }
  const list = createListStore({
    bridge: studio.bridge,
    storage: createListStorage(storage, () => undefined),
    newId: () => crypto.randomUUID(),
  })
  const requests: RunRequest[] = []
  const confirm = (responses: boolean) => async (request: RunRequest) => {
    requests.push(request)
    return responses ? [submissionView()] : []
  }
  const has = () => studio.respond({ 'jobs.get': () => done(submissionView()) })
  return { list, kept, studio, requests, confirm, has, state: list.store.getState }
}

const run = (prompt: string): PlannedRun => ({
  modelId: 'i3',
  values: { prompt },
  estimate: { kind: 'unlisted' },
})
const part: ListPart = { runs: [run('a'), run('b')], rest: 'c', left: 1 }

it('sent rows are gone, the rest is there after a reload, and the last part ends the list', async () => {
  const { list, kept, confirm } = start()
  list.write('a\nb\nc')
  list.choose({ onlyFirst: true })
  await list.send(part, confirm(true))
  const again = start(kept)
  expect(again.state()).toMatchObject({
    text: 'c',
    sent: { rows: 2, left: 1 },
    choices: { onlyFirst: true },
    handedOver: null,
  })
  await again.list.send({ runs: [run('c')], rest: '', left: 0 }, again.confirm(true))
  expect(again.state()).toMatchObject({ text: '', sent: null, choices: { onlyFirst: false } })
  expect(kept.size).toBe(0)
})

it('a list of which nothing was sent stays, and is sent under the same ids', async () => {
  const { list, confirm, requests, state } = start()
  list.write('a\nb\nc')
  await list.send(part, confirm(false))
  expect(state()).toMatchObject({ text: 'a\nb\nc', sent: null })
  await list.send(part, confirm(true))
  expect(requests[1]?.ids).toEqual(requests[0]?.ids)
  expect(state().text).toBe('c')
})

it('a reload during a confirmation sends the same runs again, not others like them', async () => {
  const { list, kept, requests } = start()
  list.write('a\nb\nc')
  const withoutResponse = () => new Promise<never>(() => undefined)
  void list.send(part, (request) => {
    requests.push(request)
    return withoutResponse()
  })
  await settle()
  const again = start(kept)
  expect(again.state().text).toBe('a\nb\nc')
  await again.list.send(part, again.confirm(true))
  expect(again.requests[0]?.ids).toEqual(requests[0]?.ids)
  expect(requests[0]?.ids?.submissionIds).toHaveLength(2)
})

it('rows that were confirmed without a response are gone, and are not sent again', async () => {
  const { list, confirm, has, state } = start()
  list.write('a\nb\nc')
  has()
  await list.send(part, confirm(false))
  expect(state()).toMatchObject({ text: 'c', sent: { rows: 2, left: 1 } })

  const before = start()
  before.list.write('a\nb\nc')
  await before.list.send(part, before.confirm(false))
  const again = start(before.kept)
  again.has()
  expect(await again.list.send(part, again.confirm(true))).toEqual([])
  expect([again.requests, again.state().text]).toEqual([[], 'c'])
})

it('a list that was edited meanwhile is not cut by the sent rows of the old one', async () => {
  const { list, state } = start()
  list.write('a\nb\nc')
  const response = Promise.withResolvers<void>()
  const sending = list.send(part, async () => {
    await response.promise
    return [submissionView()]
  })
  await settle()
  list.write('x\ny')
  response.resolve()
  await sending
  expect(state()).toMatchObject({ text: 'x\ny', sent: null, handedOver: null })
})

it('a list that the browser can’t keep leaves no older one in its place', () => {
  const { list, kept } = start(new Map(), 1_000)
  list.write('a\nb')
  expect(kept.size).toBe(1)
  list.write('a long line\n'.repeat(200))
  expect([kept.size, start(kept).state().text]).toEqual([0, ''])
})

it.each(['null', '7', '{"text":"a"}', '{"text":"a","choices":{},"sent":null,"handedOver":null}', '{'])(
  '%s in the storage is no list',
  (text) => {
    const { state } = start(new Map([['atelier.list', text]]))
    expect(state().text).toBe('')
  },
)

it('[CAT320] the model that a list was read for is kept with it, also for a file that replaces it', async () => {
  const { list, kept, state } = start()
  list.write('a')
  list.readFor('v2')
  expect(start(kept).state()).toMatchObject({ text: 'a', modelId: 'v2' })
  await list.take([{ type: 'file', file: new File(['b'], 'b.txt', { type: 'text/plain' }) }])
  expect(state()).toMatchObject({ text: 'b', modelId: 'v2' })
  const before = { ...JSON.parse(kept.get('atelier.list') ?? '{}') }
  delete before.modelId
  kept.set('atelier.list', JSON.stringify(before))
  expect(start(kept).state()).toMatchObject({ text: 'b', modelId: null })
})
