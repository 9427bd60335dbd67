import { expect, it, onTestFinished, vi } from 'vitest'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { completionsOf, createFilterStore, withoutToken, withToken } from './filter-store.ts'

it('[LIB112] completes the name of a term and its value, and replaces nothing before them', () => {
  const values = (text: string) => completionsOf(text, {}).map(({ value }) => value)
  expect(values('fox ra')).toEqual(['rating:', 'ratio:'])
  expect(values('fox is:un')).toEqual(['unreviewed', 'untagged'])
  expect(values('fox ')).toEqual([])
  expect(completionsOf('fox -ratio:sq', {})[0]?.text).toBe('fox -ratio:square ')
  const tag = [{ value: 'black and white', label: 'black and white' }]
  expect(completionsOf('fox tag:"bla', { tag })[0]?.text).toBe('fox tag:"black and white" ')
})

it('[FIND8] values that begin with what is typed come first, at most twelve, and a name is not the value', () => {
  const values = (text: string) => completionsOf(text, {}).map(({ value }) => value)
  expect(values('color:b')).toEqual(['blue', 'brown', 'black'])
  expect(values('colour:g')).toEqual(['green', 'gray', 'orange'])
  const model = [{ value: 'v1', label: 'V1 Flagship' }]
  expect(completionsOf('sea -model:flag', { model })).toEqual([
    { value: 'V1 Flagship', text: 'sea -model:v1 ', term: 'model' },
  ])
  expect(
    completionsOf('sheet:', { sheet: [{ value: 'x', label: 'a fox' }] }).map(({ value }) => value),
  ).toEqual(['any', 'none', 'a fox'])
  const many = Array.from({ length: 40 }, (_, at) => ({ value: `t${at}`, label: `t${at}` }))
  expect(completionsOf('tag:t', { tag: many })).toHaveLength(12)
})

it('[FIND8] the values of the term that is typed are read, the last answer wins, and a sheet gets its name once', async () => {
  const studio = createFixtureStudio({
    'library.values': ({ name, text = '' }) => done({ values: [{ value: text, label: `${name} ${text}` }] }),
  })
  const own = createFilterStore(studio.bridge)
  await Promise.all([own.complete('model', 'f'), own.complete('model', 'fl')])
  expect(own.store.getState().values).toEqual({ name: 'model', list: [{ value: 'fl', label: 'model fl' }] })
  await own.nameSheets(['b1'])
  await own.nameSheets(['b1'])
  expect(own.store.getState().sheets.get('b1')).toBe('sheet b1')
  expect(studio.inputs('library.values')).toHaveLength(3)
  own.close()
})

it('[FIND330] a sheet whose name could not be read gets it the next time', async () => {
  let isThere = false
  const studio = createFixtureStudio({
    'library.values': () =>
      isThere
        ? done({ values: [{ value: 'b1', label: 'Four boats' }] })
        : failed({ code: 'storage_failed', message: '' }),
  })
  const own = createFilterStore(studio.bridge)
  await own.nameSheets(['b1'])
  isThere = true
  await own.nameSheets(['b1'])
  expect(own.store.getState().sheets.get('b1')).toBe('Four boats')
  own.close()
})

it('[LIB112] a token is added once and removed alone', () => {
  expect(withToken('fox', 'is:keeper')).toBe('fox is:keeper ')
  expect(withToken('is:keeper fox', 'is:keeper')).toBe('is:keeper fox')
  expect(withoutToken('fox is:keeper sea', { start: 4, end: 13 })).toBe('fox sea')
})

it('[LIB403] nothing is summed until the typing rests', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const studio = createFixtureStudio({
    'library.sum': () => done({ entries: 1, files: 1, costs: [] }),
  })
  const own = createFilterStore(studio.bridge)
  for (const text of ['w', 'wo', 'wol', 'wolf']) {
    own.look(text, false)
    vi.advanceTimersByTime(150)
  }
  expect(studio.inputs('library.sum')).toEqual([])
  vi.advanceTimersByTime(50)
  expect(studio.inputs('library.sum')).toEqual([{ filter: 'wolf' }])
  own.close()
})

it('[LIB406] one sum is asked for at a time, and then that of what is shown by then', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const first = Promise.withResolvers<void>()
  const studio = createFixtureStudio({
    'library.sum': async ({ filter = '' }) => {
      if (filter === 'a') await first.promise
      return done({ entries: filter.length, files: filter.length, costs: [] })
    },
  })
  const own = createFilterStore(studio.bridge)
  for (const text of ['a', 'ab', 'abc']) {
    own.look(text, false)
    vi.advanceTimersByTime(200)
  }
  expect(studio.inputs('library.sum')).toEqual([{ filter: 'a' }])
  first.resolve()
  await settle()
  expect(studio.inputs('library.sum')).toEqual([{ filter: 'a' }, { filter: 'abc' }])
  expect(own.store.getState().sum?.files).toBe(3)
  own.close()
})

it('[LIB112] the sum is that of the filter that is shown', async () => {
  const studio = createFixtureStudio({
    'library.sum': ({ filter = '' }) => done({ entries: filter.length, files: filter.length, costs: [] }),
  })
  const own = createFilterStore(studio.bridge)
  own.look('a', false)
  own.look('abc', false)
  await expect.poll(() => own.store.getState().sum?.files).toBe(3)
  expect(studio.inputs('library.sum')).toEqual([{ filter: 'abc' }])
  own.look('', true)
  expect(own.store.getState().sum).toBeNull()
  await settle()
  own.close()
})
