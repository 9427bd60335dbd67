import { expect, it } from 'vitest'
import { procedureSamples } from '../../shared/testing/bridge-samples.ts'
import { createFixtureStudio, done, settle } from '../testing/fixture-studio.ts'
import { createKnownStyles, createStylePages, keyOfStyle, stylesFor } from './known-styles.ts'

const { style } = procedureSamples['styles.add'].output

function start() {
  let name = 'Ink'
  const studio = createFixtureStudio({
    'styles.find': ({ account, styleIds }) =>
      done({
        account: account ?? 'sandbox',
        styles: styleIds.filter((id) => id === 'ink').map((styleId) => ({ ...style, styleId, name })),
      }),
  })
  const known = createKnownStyles(studio.bridge)
  return {
    studio,
    known,
    rename(next: string) {
      name = next
    },
  }
}

it('reads each style once, in its account, and says which are not known', async () => {
  const { studio, known } = start()
  known.learn(null, ['ink', 'neon', ' not an id '])
  known.learn(null, ['ink'])
  known.learn('https://a.example', ['ink'])
  await settle()
  expect(studio.inputs('styles.find')).toEqual([
    { styleIds: ['ink', 'neon'] },
    { account: 'https://a.example', styleIds: ['ink'] },
  ])
  const read = known.store.getState()
  expect(read[keyOfStyle(null, 'ink')]).toMatchObject({ name: 'Ink' })
  expect(read[keyOfStyle(null, 'neon')]).toBeNull()
  expect(read[keyOfStyle(null, '__proto__')]).toBeUndefined()
})

it('reads them again when styles have changed', async () => {
  const { studio, known, rename } = start()
  known.learn(null, ['ink'])
  await settle()
  rename('New ink')
  studio.emit('styles.changed', {})
  await settle()
  expect(known.store.getState()[keyOfStyle(null, 'ink')]).toMatchObject({ name: 'New ink' })
})

it('lists styles to pick from by pages, and says that they could not be read', async () => {
  const studio = createFixtureStudio({
    'styles.list': ({ cursor, search }) =>
      done({
        account: 'sandbox',
        styles: [{ ...style, styleId: `${search ?? 'all'}-${cursor ?? 1}` }],
        nextCursor: cursor === undefined ? '2' : null,
        total: 2,
        hasListing: false,
      }),
  })
  const pages = createStylePages(studio.bridge)
  const ids = () => pages.store.getState().styles?.map(({ styleId }) => styleId)
  await pages.look('')
  await pages.more()
  expect(ids()).toEqual(['all-1', 'all-2'])
  await pages.look(' ink ')
  expect(ids()).toEqual(['ink-1'])
  studio.respond({ 'styles.list': () => ({ ok: false, error: { code: 'disconnected' } }) })
  await pages.look('x')
  expect(pages.store.getState()).toMatchObject({ styles: [], failed: true })
})

it('[STYLE36] what is listed counts for the text that it was read for alone', async () => {
  const first = Promise.withResolvers<void>()
  const studio = createFixtureStudio({
    'styles.list': async ({ search }) => {
      if (search === 'ink') await first.promise
      return done({ account: 'sandbox', styles: [style], nextCursor: null, total: 1, hasListing: false })
    },
  })
  const pages = createStylePages(studio.bridge)
  const found = (typed: string) => stylesFor(pages.store.getState(), typed)
  expect(found('')).toBeNull()
  await pages.look('')
  expect([found(' ')?.length, found('ink')]).toEqual([1, null])
  const looked = pages.look('ink')
  expect(found('ink')).toBeNull()
  first.resolve()
  await looked
  expect([found('ink ')?.length, found('')]).toEqual([1, null])
})
