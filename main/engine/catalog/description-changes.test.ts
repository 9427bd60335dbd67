import { expect, it } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import type { Clock } from '../ports.ts'
import { type CatalogueDeps, createCatalogue } from './catalogue.ts'
import { readDescription } from './description.ts'
import { createDescriptionChanges } from './description-changes.ts'
import { ownEndpoints } from './own-models.ts'

const here = 'https://service.example'

/** A service with models by name, each at its price in dollars. */
function pricedAt(prices: Readonly<Record<string, number>>, extra: object = {}) {
  const paths = Object.entries(prices).map(([name, amount]) => [
    `/generate/image/acme/${name}`,
    {
      post: {
        summary: name,
        'x-acme-pricing': { type: 'fixed', currency: 'USD', unit: 'request', price_points: [{ amount }] },
        requestBody: {
          content: { 'application/json': { schema: { properties: { prompt: { type: 'string' } } } } },
        },
      },
    },
  ])
  return readDescription({ openapi: '3.1.0', ...extra, paths: Object.fromEntries(paths) }) ?? []
}

type OfPerson = Pick<CatalogueDeps, 'modelKinds' | 'ownEndpoints'>

function open(
  store = createFakeDescriptionStore(),
  ofPerson: OfPerson = {},
  clock: Clock = createFakeClock(),
  duringPause: () => unknown = () => undefined,
) {
  const modelPaths = () => ({})
  const catalogue = createCatalogue({ clock, modelPaths, store, ...ofPerson })
  let seen = 0
  let pauses = 0
  const changes = createDescriptionChanges({
    clock,
    modelPaths,
    catalogue,
    store,
    ...ofPerson,
    log: createSpyLog(),
    onChanged: () => {
      seen += 1
    },
    async pause() {
      pauses += 1
      await duringPause()
    },
  })
  const kinds = (account = here) =>
    changes.unseen(account).map(({ modelId, changes: some }) => [modelId, ...some.map(({ kind }) => kind)])
  return {
    store,
    changes,
    kinds,
    seen: () => seen,
    pauses: () => pauses,
    read(endpoints: ReturnType<typeof pricedAt> | null, account = here) {
      changes.note(endpoints, account)
      catalogue.describe(endpoints, account)
    },
  }
}

it('[CAT66] the first description is no change, nor is the same again, nor one that differs in texts only', () => {
  const { read, kinds, store } = open()
  read(pricedAt({ one: 0.1 }))
  expect(kinds()).toEqual([])
  read(pricedAt({ one: 0.1 }))
  expect([kinds(), store.readSeen(here)]).toEqual([[], null])
  read(pricedAt({ one: 0.1 }, { info: { version: '2' } }))
  expect([kinds(), store.readSeen(here)]).toEqual([[], null])
})

it('[CAT66] compares with what the person saw last, over several readings and a restart, until they have seen it', () => {
  const first = open()
  first.read(pricedAt({ one: 0.1, two: 0.2 }))
  first.read(pricedAt({ one: 0.14, two: 0.2 }))
  first.read(pricedAt({ one: 0.14, two: 0.2, three: 0.3 }))
  const expected = [
    ['acme-one', 'price'],
    ['acme-three', 'added'],
  ]
  expect(first.kinds()).toEqual(expected)
  const later = open(first.store)
  later.read(null)
  expect(later.kinds()).toEqual(expected)
  later.read(pricedAt({ one: 0.15, two: 0.2, three: 0.3 }))
  expect(later.changes.unseen(here)[0]?.changes).toMatchObject([
    { kind: 'price', rows: [{ before: 100_000, after: 150_000 }] },
  ])
  later.changes.see(here, null)
  expect([later.kinds(), later.seen(), open(first.store).store.readSeen(here)]).toEqual([[], 1, null])
})

it('[CAT66] a change that was undone before it was seen is none, and each account has its own', () => {
  const { read, kinds } = open()
  read(pricedAt({ one: 0.1 }))
  read(pricedAt({ one: 0.2 }))
  read(pricedAt({ one: 0.1 }))
  expect(kinds()).toEqual([])
  read(pricedAt({ one: 0.3 }))
  read(pricedAt({ other: 1 }), 'https://other.example')
  expect([kinds('https://other.example'), kinds()]).toEqual([[], []])
  read(pricedAt({ one: 0.3 }))
  expect(kinds()).toEqual([['acme-one', 'price']])
})

it('[CAT66] a model that the person entered is no change of the service’s, whenever they entered it', () => {
  const fields = '{"properties":{"prompt":{"type":"string"}}}'
  const hand = ownEndpoints([{ name: 'Hand', kind: 'image', path: '/generate/image/hand', fields }])
  let own: typeof hand = []
  const { read, kinds, store } = open(undefined, { ownEndpoints: () => own })
  read(pricedAt({ one: 0.1 }))
  read(pricedAt({ one: 0.2 }))
  expect(kinds()).toEqual([['acme-one', 'price']])
  own = hand
  expect(kinds()).toEqual([['acme-one', 'price']])
  read(pricedAt({ one: 0.1 }))
  expect([kinds(), store.readSeen(here)]).toEqual([[], null])
})

it('[CAT66] a model of a kind that the person set moves as one of that kind', () => {
  const at = (path: string) =>
    readDescription({ openapi: '3.1.0', paths: { [path]: { post: { summary: 'Sharpen' } } } }) ?? []
  const [former, latter] = ['/generate/tools/acme/sharpen', '/generate/tools/acme/sharpen-2']
  const { read, kinds } = open(undefined, { modelKinds: () => ({ [latter]: 'video', [former]: 'video' }) })
  read(at(former))
  read(at(latter))
  expect(kinds()).toEqual([['acme-sharpen-2', 'moved']])
})

it('[CAT64] [CAT66] what was seen of one model stays seen until it changes again; the rest stays unseen', () => {
  const { read, kinds, changes } = open()
  read(pricedAt({ one: 0.1, two: 0.2 }))
  read(pricedAt({ one: 0.14, two: 0.25, three: 0.3 }))
  const before = changes.unseenOfMoney(here, ['acme-one', 'acme-three'])
  expect(before.map(({ changes: { modelId } }) => modelId)).toEqual(['acme-one'])
  expect(before[0]?.before?.pricing?.points[0]?.microUsd).toBe(100_000)
  changes.see(here, ['acme-one'])
  expect(kinds()).toEqual([
    ['acme-two', 'price'],
    ['acme-three', 'added'],
  ])
  read(pricedAt({ one: 0.16, two: 0.25, three: 0.3 }))
  expect(changes.unseenOfMoney(here, ['acme-one'])).toHaveLength(1)
  changes.see(here, ['acme-one', 'acme-two', 'acme-three'])
  expect(kinds()).toEqual([])
})

it('[CAT66] where no description is known at all, nothing is said to be gone', () => {
  const store = createFakeDescriptionStore()
  store.writeSeen(here, { document: { openapi: '3.1.0', paths: {} }, models: new Map() })
  const { read, kinds } = open(store)
  read(null)
  expect(kinds()).toEqual([])
})

it('[CAT121] a model at another endpoint is asked about with the price that it had at the former one', () => {
  const { read, changes } = open()
  const [priced] = pricedAt({ one: 0.1 })
  read(priced ? [priced] : [])
  const moved = JSON.parse(
    JSON.stringify(pricedAt({ one: 0.3 })[0]?.document).replace('acme/one', 'other/one-2'),
  )
  read(readDescription(moved) ?? [])
  const [{ changes: found, before } = {}] = changes.unseenOfMoney(here, ['other-one-2'])
  expect(found?.changes.map(({ kind }) => kind)).toEqual(['price', 'moved'])
  expect(before?.pricing?.points[0]?.microUsd).toBe(100_000)
})

it('[CAT122] what can’t be compared any more counts as seen, and keeps nothing from working', () => {
  const store = createFakeDescriptionStore()
  store.writeSeen(here, { document: pricedAt({ one: 0.1 })[0]?.document, models: new Map() })
  const log = createSpyLog()
  const changes = createDescriptionChanges({
    clock: createFakeClock(),
    modelPaths: () => ({}),
    log,
    store,
    onChanged: () => undefined,
    pause: async () => undefined,
    catalogue: {
      isDescribed: () => true,
      reading: function* () {},
      details() {
        throw new Error('too deep')
      },
    },
  })
  expect([changes.unseen(here), changes.unseenOfMoney(here, ['one']), store.readSeen(here)]).toEqual([
    [],
    [],
    null,
  ])
  expect(log.sentences).toHaveLength(1)
})

/** A millisecond passes with each look at it. */
function createHurriedClock(): Clock {
  const clock = createFakeClock()
  let looks = 0
  return {
    ...clock,
    now() {
      looks += 1
      return clock.now() + looks
    },
  }
}

const many = (price: number) =>
  pricedAt(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`m${at}`, price])))

it('[CAT170] large descriptions are compared in short steps, and what is asked meanwhile is right', async () => {
  const asked: unknown[] = []
  const { changes, read, pauses, seen } = open(createFakeDescriptionStore(), {}, createHurriedClock(), () =>
    asked.push(changes.unseenSoon(here)),
  )
  read(many(0.1))
  read(many(0.2))
  expect([changes.unseenSoon(here), changes.unseenSoon(here), seen()]).toEqual([null, null, 0])
  await changes.compared(here)
  expect(changes.unseenSoon(here)).toHaveLength(300)
  // Three readings of 300 models, of which the page's clock allows eight in a step.
  expect(pauses()).toBeGreaterThan(40)
  await expect.poll(seen).toBe(1)
  expect(asked[0]).toBeNull()
  const before = pauses()
  read(many(0.3))
  expect(changes.unseenOfMoney(here, ['acme-m7'])).toMatchObject([{ changes: { modelId: 'acme-m7' } }])
  expect(pauses()).toBe(before)
})

it('[CAT170] a description that changes while it is compared is compared anew', async () => {
  let left = 3
  const { changes, read } = open(createFakeDescriptionStore(), {}, createHurriedClock(), () => {
    left -= 1
    if (left === 0) read(many(0.1))
  })
  read(many(0.1))
  read(many(0.2))
  await changes.compared(here)
  expect([left < 0, changes.unseenSoon(here)]).toEqual([true, []])
})
