import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { uuidSchema } from '../../shared/api/job.ts'
import { findProblemsQuickly } from '../../shared/form/problems.ts'
import { settingsSchema } from '../../shared/settings/settings.ts'
import { createFixtureStudio, done, failed, settle } from '../testing/fixture-studio.ts'
import { catalogDetails, catalogSummaries, studioStatus } from '../testing/fixtures.ts'
import { createCatalogStore } from './catalog-store.ts'
import { createIdMaker } from './new-id.ts'
import { createRecipeHandoff } from './recipe-handoff.ts'
import { createRouter } from './router.ts'
import { createStudioStore } from './studio-store.ts'

function fakeAddress(hash: string) {
  const steps: string[] = []
  let listener = () => {}
  return {
    steps,
    leaveTo(next: string) {
      hash = next
      listener()
    },
    bar: {
      readHash: () => hash,
      pushHash(next: string) {
        steps.push(next)
        hash = next
      },
      replaceHash(next: string) {
        hash = next
      },
      back() {
        steps.push('back')
      },
      onChange(next: () => void) {
        listener = next
        return () => {}
      },
    },
  }
}

describe('the router', () => {
  it('opens what the address says', () => {
    const router = createRouter(fakeAddress('#/library/abc').bar)
    expect(router.store.getState()).toEqual({ screen: 'library', item: 'abc' })
  })

  it('opens Create for an unknown address', () => {
    for (const hash of ['', '#', '#/nowhere', '#token=x']) {
      expect(createRouter(fakeAddress(hash).bar).store.getState().screen).toBe('create')
    }
  })

  it('makes one step in the history per change of screen', () => {
    const address = fakeAddress('#/create')
    const router = createRouter(address.bar)
    router.go('library')
    router.go('library')
    router.go('library', 'a b')
    router.replace('library', 'c')
    expect(address.steps).toEqual(['#/library', '#/library/a%20b'])
  })

  it('returns by undoing the step that led away, and only then', () => {
    const address = fakeAddress('#/library/x')
    const router = createRouter(address.bar)
    const from = router.store.getState()
    router.go('create')
    router.returnTo(from)
    router.returnTo(from)
    expect(address.steps).toEqual(['#/create', 'back'])
    address.leaveTo('#/library/x')
    expect(router.store.getState()).toEqual(from)
    router.returnTo({ screen: 'spend', item: null })
    expect(address.steps).toHaveLength(2)
    expect(router.store.getState()).toEqual({ screen: 'spend', item: null })
  })

  it('follows the back button', () => {
    const address = fakeAddress('#/spend')
    const router = createRouter(address.bar)
    address.leaveTo('#/library/x')
    expect(router.store.getState()).toEqual({ screen: 'library', item: 'x' })
  })
})

describe('ids', () => {
  it('are UUIDs in order of creation, even when the clock is set back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }),
        (times) => {
          let at = 0
          const next = createIdMaker(
            () => times[at++ % times.length] ?? 0,
            (bytes) => bytes.fill(0xab),
          )
          const ids = times.map(next)
          expect(ids.toSorted()).toEqual(ids)
          expect(ids.every((id) => uuidSchema.safeParse(id).success)).toBe(true)
        },
      ),
    )
  })
})

describe('the studio’s state in the page', () => {
  const settings = settingsSchema.parse({})

  it('is read when the studio is there, and again when it is back', async () => {
    const studio = createFixtureStudio({
      'studio.status': () => done(studioStatus({ jobsRunning: 1 })),
      'settings.read': () => done(settings),
    })
    const model = createStudioStore(studio.bridge)
    await settle()
    expect(model.store.getState()).toMatchObject({ connected: true, status: { jobsRunning: 1 }, settings })
    studio.setConnected(false)
    expect(model.store.getState().connected).toBe(false)
    studio.respond({ 'studio.status': () => done(studioStatus({ jobsRunning: 2 })) })
    studio.setConnected(true)
    await settle()
    expect(model.store.getState()).toMatchObject({ connected: true, status: { jobsRunning: 2 } })
  })

  it('keeps an event’s state where an earlier request’s response arrives after it', async () => {
    const slow = Promise.withResolvers<void>()
    const studio = createFixtureStudio({
      'studio.status': () => slow.promise.then(() => done(studioStatus({ jobsRunning: 1 }))),
      'settings.read': () => slow.promise.then(() => done(settings)),
    })
    const model = createStudioStore(studio.bridge)
    await settle()
    studio.emit('studio.changed', studioStatus({ jobsRunning: 2 }))
    studio.emit('settings.changed', { ...settings, theme: 'light' })
    slow.resolve()
    await settle()
    expect(model.store.getState()).toMatchObject({ status: { jobsRunning: 2 }, settings: { theme: 'light' } })
  })

  it('announces another language, however it comes, and nothing else', async () => {
    const studio = createFixtureStudio({
      'studio.status': () => done(studioStatus()),
      'settings.read': () => done(settings),
      'settings.change': () => done({ ...settings, language: 'fr' }),
    })
    const model = createStudioStore(studio.bridge)
    let changes = 0
    const undo = model.onLanguageChange(() => {
      changes += 1
    })
    await settle()
    studio.emit('settings.changed', { ...settings, theme: 'light' })
    expect(changes).toBe(0)
    await model.changeSettings({ language: 'fr' })
    expect(changes).toBe(1)
    studio.emit('settings.changed', { ...settings, language: 'de' })
    expect(changes).toBe(2)
    undo()
    studio.emit('settings.changed', settings)
    expect(changes).toBe(2)
  })

  it('keeps the last settings where a change fails', async () => {
    const studio = createFixtureStudio({
      'studio.status': () => done(studioStatus()),
      'settings.read': () => done(settings),
      'settings.change': () => failed({ code: 'storage_failed', message: '' }),
    })
    const model = createStudioStore(studio.bridge)
    await settle()
    const result = await model.changeSettings({ theme: 'light' })
    expect(result.ok).toBe(false)
    expect(model.store.getState().settings?.theme).toBe('dark')
  })
})

describe('the catalogue', () => {
  it('[CAT19] is read again, forms too, when a model has ended or a date has passed', async () => {
    const [detail] = catalogDetails()
    if (!detail) throw new Error('No model.')
    const studio = createFixtureStudio({
      'catalog.list': () => done([detail]),
      'catalog.model': () => done(detail),
    })
    const catalog = createCatalogStore(studio.bridge)
    await catalog.refresh()
    await catalog.detail(detail.id)
    const deprecation = {
      state: 'sunset',
      sunsetDate: null,
      cause: null,
      replacement: null,
      link: null,
    } as const
    const ended = { ...detail, deprecation }
    studio.respond({ 'catalog.list': () => done([ended]), 'catalog.model': () => done(ended) })
    studio.emit('catalog.changed', {})
    await settle()
    expect(catalog.store.getState().models).toEqual([ended])
    expect(await catalog.detail(detail.id)).toEqual(done(ended))
    catalog.close()
  })

  it('keeps the last request’s response where an older one arrives later', async () => {
    const slow = Promise.withResolvers<void>()
    const studio = createFixtureStudio({ 'catalog.list': () => slow.promise.then(() => done([])) })
    const catalog = createCatalogStore(studio.bridge)
    await settle()
    studio.respond({ 'catalog.list': () => done(catalogSummaries().slice(0, 1)) })
    await catalog.refresh()
    slow.resolve()
    await settle()
    expect(catalog.store.getState().models).toHaveLength(1)
  })

  it('requests a form again that was under way when the models changed', async () => {
    const slow = Promise.withResolvers<void>()
    const [old] = catalogDetails()
    if (!old) throw new Error('No form to go by.')
    const studio = createFixtureStudio({
      'catalog.list': () => done([]),
      'catalog.model': () => slow.promise.then(() => done(old)),
    })
    const catalog = createCatalogStore(studio.bridge)
    const first = catalog.detail('x')
    await catalog.refresh()
    slow.resolve()
    await first
    studio.respond({ 'catalog.model': () => done({ ...old, label: 'New' }) })
    expect(await catalog.detail('x')).toMatchObject({ value: { label: 'New' } })
  })

  it('[CAT36] is read again when the service is there and when it is described, and not on other events', async () => {
    const studio = createFixtureStudio({ 'catalog.list': () => done([]) })
    const catalog = createCatalogStore(studio.bridge)
    await settle()
    const status = studioStatus()
    const notify = async (change: Partial<typeof status.service>) => {
      const before = studio.calls.length
      studio.emit('studio.changed', { ...status, service: { ...status.service, ...change } })
      await settle()
      return studio.calls.length - before
    }
    const there = { baseUrl: 'http://127.0.0.1:4000', described: false }
    const described = { ...there, described: true, descriptionDigest: 'a' }
    const read = [await notify(there), await notify(there), await notify(described), await notify(described)]
    expect(read).toEqual([1, 0, 1, 0])
    expect(await notify({ ...described, descriptionDigest: 'b' })).toBe(1)
    catalog.close()
  })

  it('loads the patterns of a model with its form', async () => {
    const [v1] = catalogDetails()
    if (!v1) throw new Error('No models')
    const schema = { properties: { prompt: { type: 'string' as const, pattern: '^loaded with the form$' } } }
    const studio = createFixtureStudio({
      'catalog.list': () => done([v1]),
      'catalog.model': () => done({ ...v1, schema }),
    })
    const catalog = createCatalogStore(studio.bridge)
    const detail = await catalog.detail('v1')
    expect(findProblemsQuickly(detail.ok ? detail.value.schema : {}, { prompt: 'a' })).toMatchObject([
      { reason: { code: 'wrong_pattern' } },
    ])
    catalog.close()
  })

  it('reads each model’s form once, and all again at another service', async () => {
    const [v1] = catalogDetails()
    if (!v1) throw new Error('No models')
    const studio = createFixtureStudio({
      'catalog.list': () => done([v1]),
      'catalog.model': () => done(v1),
    })
    const catalog = createCatalogStore(studio.bridge)
    const elsewhere = studioStatus()
    studio.emit('studio.changed', elsewhere)
    await settle()
    studio.calls.length = 0
    await catalog.detail('v1')
    await catalog.detail('v1')
    studio.emit('studio.changed', {
      ...elsewhere,
      service: { ...elsewhere.service, baseUrl: 'https://b.example' },
    })
    await settle()
    await catalog.detail('v1')
    const requested = studio.calls.map((call) => call.procedure)
    expect(requested).toEqual(['catalog.model', 'catalog.list', 'catalog.model'])
  })
})

describe('a recipe for another screen', () => {
  it('is taken once', () => {
    const table = createRecipeHandoff()
    table.offer({ modelId: 'i3', values: { prompt: 'a fox' } })
    expect(table.consume()?.modelId).toBe('i3')
    expect(table.consume()).toBeNull()
  })
})
