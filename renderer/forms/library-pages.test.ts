import { expect, it } from 'vitest'
import { done, failed } from '../testing/fixture-studio.ts'
import { libraryItem } from '../testing/fixtures.ts'
import type { LibraryPageQuery } from './intake-store.ts'
import { createLibraryPages } from './library-pages.ts'

function start() {
  const queries: LibraryPageQuery[] = []
  let isBroken = false
  const pages = createLibraryPages(async (query) => {
    queries.push(query)
    if (isBroken) return failed({ code: 'disconnected', message: '' })
    const item = libraryItem({ fileId: `${query.filter.replace('kind:video ', '')}${query.cursor ?? '0'}` })
    return done({ items: [item], nextCursor: query.cursor === undefined ? '1' : null })
  }, 'video')
  const shown = () => pages.store.getState().items?.map(({ fileId }) => fileId)
  function setBroken(broken: boolean) {
    isBroken = broken
  }
  return { pages, queries, shown, setBroken }
}

it('shows files of the requested kind, page after page', async () => {
  const { pages, queries, shown } = start()
  await pages.look(' fox ')
  expect(pages.store.getState().hasMore).toBe(true)
  await pages.more()
  expect(shown()).toEqual(['fox0', 'fox1'])
  expect(pages.store.getState().hasMore).toBe(false)
  expect(queries).toEqual([
    { filter: 'kind:video fox', limit: 60 },
    { filter: 'kind:video fox', limit: 60, cursor: '1' },
  ])
})

it('shows only the latest search, and nothing after closing', async () => {
  const { pages, shown } = start()
  await Promise.all([pages.look('a'), pages.look('b')])
  expect(shown()).toEqual(['b0'])
  const late = pages.look('c')
  pages.stop()
  await late
  expect(shown()).toEqual(['b0'])
})

it('keeps the current list where the next page can’t be read, and nothing of an older search', async () => {
  const { pages, shown, setBroken } = start()
  await pages.look('a')
  setBroken(true)
  await pages.more()
  expect(pages.store.getState()).toMatchObject({ failed: true, hasMore: true })
  expect(shown()).toEqual(['a0'])
  await pages.look('b')
  expect(pages.store.getState()).toEqual({ items: null, hasMore: false, failed: true })
})
