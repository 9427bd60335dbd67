import { expect, it } from 'vitest'
import type { StyleView } from '../../../shared/bridge/style-procedures.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { layoutCards } from './layout-cards.ts'
import { createStylesStore, shareOf } from './styles-store.ts'

function style(styleId: string, some: Partial<StyleView> = {}): StyleView {
  return {
    account: 'sandbox',
    styleId,
    name: '',
    note: '',
    preview: null,
    isPreviewChosen: false,
    hasListedPreview: false,
    isAdded: true,
    isListed: false,
    metAt: '2026-11-20T12:00:00.000Z',
    runs: 0,
    recipes: 0,
    shared: null,
    shareDoubtAt: null,
    canShare: true,
    ...some,
  }
}

function start(all: readonly StyleView[], hasListing = false) {
  let listed = all
  const studio = createFixtureStudio({
    'styles.list': ({ cursor, limit, search }) => {
      const found = listed.filter(({ styleId }) => styleId.includes(search ?? ''))
      const from = Number(cursor ?? 0)
      return done({
        account: 'sandbox',
        styles: found.slice(from, from + limit),
        nextCursor: from + limit < found.length ? String(from + limit) : null,
        total: found.length,
        hasListing,
      })
    },
    'styles.readListing': () => done({ read: 1, added: 1, isWhole: true }),
  })
  const styles = createStylesStore(studio.bridge)
  return {
    studio,
    styles,
    ids: () => styles.store.getState().styles?.map(({ styleId }) => styleId),
    set(next: readonly StyleView[]) {
      listed = next
    },
  }
}

const many = Array.from({ length: 500 }, (_, at) => style(`style-${at}`))

it('reads five hundred styles page by page, and stays as far after a change', async () => {
  const { studio, styles, ids } = start(many)
  await styles.open()
  expect([ids()?.length, styles.store.getState()]).toMatchObject([100, { total: 500, hasMore: true }])
  for (let page = 1; page < 5; page += 1) await styles.loadMore()
  expect([ids()?.length, styles.store.getState().hasMore]).toEqual([500, false])
  studio.emit('styles.changed', {})
  await settle()
  expect(ids()).toHaveLength(500)
})

it('reads the service’s own listing once for an account, and only where there is one', async () => {
  const without = start(many)
  await without.styles.open()
  expect(without.studio.inputs('styles.readListing')).toHaveLength(0)
  const listing = start(many, true)
  await listing.styles.open()
  await listing.styles.open()
  expect(listing.studio.inputs('styles.readListing')).toHaveLength(1)
})

it('shows the newest search, whichever response comes last', async () => {
  const { styles, ids } = start([style('ink'), style('neon')])
  await styles.open()
  styles.search('ink')
  styles.search('neon')
  await settle()
  expect([ids(), styles.store.getState().total]).toEqual([['neon'], 1])
})

it('says why the styles could not be read, and reads them again', async () => {
  const { studio, styles, ids } = start([style('ink')])
  studio.respond({ 'styles.list': () => failed({ code: 'disconnected' }) })
  await styles.open()
  expect(styles.store.getState()).toMatchObject({ styles: null, failure: { code: 'disconnected' } })
  const again = start([style('ink')])
  await again.styles.refresh()
  expect([again.ids(), again.styles.store.getState().failure, ids()]).toEqual([['ink'], null, undefined])
})

it('reads anew when another account is connected, and not with each poll', async () => {
  const { studio, styles } = start([style('ink')])
  await styles.open()
  const reads = () => studio.inputs('styles.list').length
  studio.emit('studio.changed', studioStatus({}))
  await settle()
  const before = reads()
  studio.emit('studio.changed', studioStatus({ jobsRunning: 3 }))
  await settle()
  expect(reads()).toBe(before)
  const { service } = studioStatus({})
  studio.emit('studio.changed', studioStatus({ service: { ...service, accountId: 'https://a.example' } }))
  await settle()
  expect(reads()).toBe(before + 1)
})

it('shares by one call at a time, in the style’s own account, and keeps why it failed until asked again', async () => {
  const ink = style('ink', { account: 'https://a.example' })
  const { studio, styles } = start([ink])
  const held = Promise.withResolvers<void>()
  studio.respond({
    'styles.share': async () => {
      await held.promise
      return failed({ code: 'share_refused' })
    },
  })
  styles.show({ kind: 'share', style: ink })
  const sharing = styles.share(ink)
  expect([await styles.share(ink), shareOf(styles.store.getState(), ink)?.failure]).toEqual([null, null])
  held.resolve()
  expect(await sharing).toMatchObject({ ok: false })
  expect(shareOf(styles.store.getState(), ink)?.failure?.code).toBe('share_refused')
  expect(studio.inputs('styles.share')).toEqual([{ account: 'https://a.example', styleId: 'ink' }])
  styles.show(null)
  expect(styles.store.getState().shares).toEqual([])
})

it('[STYLE42] how one style’s share ends is not shown of another, also of the same id in another account', async () => {
  const [ink, neon, other] = [style('ink'), style('neon'), style('ink', { account: 'https://a.example' })]
  const { studio, styles } = start([ink, neon])
  const held = { ink: Promise.withResolvers<void>(), neon: Promise.withResolvers<void>() }
  studio.respond({
    'styles.share': async ({ styleId }) => {
      await held[styleId as 'ink' | 'neon'].promise
      return failed({ code: 'share_refused' })
    },
  })
  const shown = (one: StyleView) => shareOf(styles.store.getState(), one)
  styles.show({ kind: 'share', style: ink })
  const first = styles.share(ink)
  styles.show({ kind: 'share', style: neon })
  expect([shown(ink)?.failure, shown(neon), shown(other)]).toEqual([null, null, null])
  const second = styles.share(neon)
  held.ink.resolve()
  await first
  expect(shown(ink)?.failure?.code).toBe('share_refused')
  expect(shown(neon)).toMatchObject({ failure: null })
  held.neon.resolve()
  await second
  expect(studio.inputs('styles.share')).toHaveLength(2)
})

it('what is open shows the style as it is now, and stays where the search has left it behind', async () => {
  const { studio, styles, set } = start([style('ink')])
  await styles.open()
  styles.show({ kind: 'style', style: style('ink') })
  set([style('ink', { name: 'Ink' })])
  studio.emit('styles.changed', {})
  await settle()
  expect(styles.store.getState().dialog).toMatchObject({ style: { name: 'Ink' } })
  set([])
  studio.emit('styles.changed', {})
  await settle()
  expect(styles.store.getState().dialog).toMatchObject({ style: { name: 'Ink' } })
})

it('cards are as wide as a row allows, one at least', () => {
  for (const width of [0, 100, 183, 184, 616, 1336, 2450]) {
    const { columns, cardWidth } = layoutCards(width)
    expect(columns * cardWidth + (columns - 1) * 14).toBeLessThanOrEqual(Math.max(width, 0))
    expect(columns).toBeGreaterThanOrEqual(1)
  }
  expect([layoutCards(616).columns, layoutCards(1336).columns]).toEqual([3, 6])
})
