import { expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { ModelChanges } from '../../../../shared/changes/compare-models.ts'
import { createFixtureStudio, done, failed, settle } from '../../../testing/fixture-studio.ts'
import { noList } from '../list/list-storage.ts'
import { createChangesStore } from './changes-store.ts'
import type { DescribedChanges } from './touched-by-changes.ts'

const model: ModelChanges = { modelId: 'canvas', label: 'Canvas', changes: [], more: 0 }

function changesOf(digest: string, more: Partial<DescribedChanges> = {}): DescribedChanges {
  return { account: 'a', digest, at: null, models: [model], more: 0, hasEarlier: true, ...more }
}

function open(respond: (input: { back?: number | undefined }) => unknown) {
  const settings: unknown[] = []
  const seen: unknown[] = []
  const studio = createFixtureStudio({
    'catalog.changes': respond as never,
    'catalog.seeChanges': (input) => {
      seen.push(input)
      return done(input.digest === 'current')
    },
    'recipes.list': () => done({ recipes: [], nextCursor: null }),
    'jobs.list': () => done({ submissions: [], nextCursor: null }),
  })
  const store = createChangesStore({
    bridge: studio.bridge,
    studio: {
      async changeSettings(change) {
        settings.push(change)
        return done(undefined) as never
      },
    },
    form: {
      store: { getState: () => ({ modelId: 'canvas' }) } as never,
      draftOf: () => null,
      draftedModels: () => [],
    },
    list: { store: createStore(() => ({ ...noList, refusal: null, planned: [] })) },
    detail: async () => failed({ code: 'unknown_model' } as never),
  })
  return { store, settings, seen }
}

it('[CAT123] shows what is new, and passes over earlier readings in which nothing changed', async () => {
  const { store } = open(({ back }) =>
    done(changesOf(String(back ?? 'new'), { models: back === 1 ? [] : [model], hasEarlier: back !== 2 })),
  )
  await store.read()
  expect(store.store.getState()).toMatchObject({ back: null, read: { digest: 'new' } })
  expect(store.store.getState().touch?.byModel.get('canvas')).toMatchObject({ isInForm: true })
  await store.goBack(false)
  expect(store.store.getState()).toMatchObject({ back: 2, read: { digest: '2' }, touch: null })
  await store.goBack(true)
  expect(store.store.getState()).toMatchObject({ back: null, read: { digest: 'new' } })
})

it('[CAT123] shows no reading that ended after it was closed or another began', async () => {
  const waiting: ((digest: string) => void)[] = []
  const { store } = open(
    () => new Promise((resolve) => waiting.push((digest) => resolve(done(changesOf(digest))))),
  )
  const [first, second] = [store.read(), store.read()]
  waiting[1]?.('second')
  await second
  waiting[0]?.('first')
  await first
  expect(store.store.getState().read?.digest).toBe('second')
  const third = store.read()
  store.end()
  waiting[2]?.('third')
  await third
  expect(store.store.getState().read).toBeNull()
})

it('[CAT123] counts as seen what was shown, and tells no more of a model that is gone', async () => {
  let digest = 'current'
  const { store, seen, settings } = open(() => done(changesOf(digest)))
  await store.see()
  expect(seen).toEqual([])
  await store.read()
  await store.see()
  expect(seen).toEqual([{ account: 'a', digest: 'current' }])
  expect(settings).toMatchObject([{ deferredEnds: [{ account: 'a', modelId: 'canvas', state: 'sunset' }] }])
  digest = 'outdated'
  await store.read()
  await store.see()
  expect([seen.length, settings.length]).toEqual([2, 1])
  await store.goBack(false)
  await store.see()
  expect(seen.length).toBe(2)
})

it('[CAT123] says where nothing could be read, and reads again', async () => {
  let isDown = true
  const { store } = open(() => (isDown ? failed({ code: 'internal' } as never) : done(changesOf('new'))))
  await store.read()
  expect(store.store.getState()).toMatchObject({ isFailed: true, read: null })
  isDown = false
  void store.read()
  expect(store.store.getState().isFailed).toBe(false)
  await settle()
  expect(store.store.getState()).toMatchObject({ isFailed: false, read: { digest: 'new' } })
})
