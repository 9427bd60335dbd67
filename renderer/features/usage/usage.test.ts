import { afterEach, describe, expect, it, vi } from 'vitest'
import type { UsagePull, UsageWorkspaceView } from '../../../shared/bridge/usage-views.ts'
import { usagePull, usageRow, usageSamples } from '../../../shared/testing/usage-samples.ts'
import { createFixtureStudio, done, failed, settle } from '../../testing/fixture-studio.ts'
import { studioStatus } from '../../testing/fixtures.ts'
import { usage as englishUsageWords } from '../../words/en/usage.ts'
import { type ChoiceStorage, createChoiceStorage } from './choice-storage.ts'
import { namedBy } from './named-by.ts'
import { isUsable, rangeOf } from './presets.ts'
import { seriesColumns } from './series-name.ts'
import { shownChoice, shownWorkspaces } from './shown-workspaces.ts'
import { typeName } from './type-name.ts'
import { createUsageStore } from './usage-store.ts'

const now = Date.UTC(2026, 10, 20, 12)
const idle: UsagePull = { ...usagePull, phase: 'idle', failure: null, gaps: [], retryAt: null, window: null }

afterEach(() => {
  vi.unstubAllEnvs()
})

function workspaceOf(accountId: string, more: Partial<UsageWorkspaceView> = {}): UsageWorkspaceView {
  const pull = { ...idle, accountId }
  return { accountId, name: accountId, hasKey: true, isConnected: false, pull, ...more }
}

/** Of one tab. */
function storageOf(report: (cause: unknown) => void = () => {}) {
  const items = new Map<string, string>()
  return createChoiceStorage(
    () => ({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
    }),
    report,
  )
}

describe('the presets', () => {
  it.each(['America/Los_Angeles', 'Asia/Kolkata', 'Europe/Berlin', 'Pacific/Apia'])(
    'are UTC dates in %s, over midnight, month end and a change of summer time',
    (zone) => {
      vi.stubEnv('TZ', zone)
      expect(rangeOf('week', Date.UTC(2026, 9, 31, 23, 59, 59))).toEqual({
        from: '2026-10-25',
        to: '2026-10-31',
      })
      expect(rangeOf('week', Date.UTC(2026, 10, 1))).toEqual({ from: '2026-10-26', to: '2026-11-01' })
      expect(rangeOf('thisMonth', Date.UTC(2026, 10, 1))).toEqual({ from: '2026-11-01', to: '2026-11-01' })
      expect(rangeOf('lastMonth', Date.UTC(2026, 2, 31, 23))).toEqual({
        from: '2026-02-01',
        to: '2026-02-28',
      })
      expect(rangeOf('lastMonth', Date.UTC(2027, 0, 15))).toEqual({ from: '2026-12-01', to: '2026-12-31' })
      expect(rangeOf('quarter', now)).toEqual({ from: '2026-08-23', to: '2026-11-20' })
    },
  )

  it('take dates that exist, in order, at most a year apart', () => {
    expect(isUsable({ from: '2026-11-20', to: '2026-11-20' })).toBe(true)
    expect(isUsable({ from: '2026-11-21', to: '2026-11-20' })).toBe(false)
    expect(isUsable({ from: '2026-02-30', to: '2026-03-05' })).toBe(false)
    expect(isUsable({ from: '', to: '2026-03-05' })).toBe(false)
    expect(isUsable({ from: '2024-03-05', to: '2026-03-05' })).toBe(false)
  })
})

describe('the usage screen', () => {
  let today = now

  function start(pull: UsagePull = idle, storage: ChoiceStorage = storageOf()) {
    today = now
    const studio = createFixtureStudio({
      'usage.workspaces': () => done([workspaceOf('sandbox', { pull })]),
      'usage.pull': () => done([pull]),
      'usage.cancel': () => done([idle]),
      'usage.summary': () => done(usageSamples['usage.summary'].output),
      'usage.facets': () => done(usageSamples['usage.facets'].output),
      'usage.list': () => done({ rows: [usageRow], nextCursor: null, total: 1, units: 12.5 }),
    })
    const usage = createUsageStore({ bridge: studio.bridge, storage, now: () => today })
    return { studio, usage, state: usage.store.getState }
  }

  it('shows what is stored and reads what is missing', async () => {
    const { studio, usage, state } = start()
    await usage.open()
    expect(state()).toMatchObject({ total: 1, rows: [{ jobId: 'a1b2' }], summary: { jobs: 1 } })
    expect(studio.inputs('usage.pull')).toEqual([
      { from: '2026-10-22', to: '2026-11-20', accountIds: ['sandbox'], again: false },
    ])
  })

  it('reads everything again when a response was stored, and only then', async () => {
    const { studio, usage } = start()
    await usage.open()
    const before = studio.inputs('usage.summary').length
    studio.emit('usage.changed', { ...idle, phase: 'pulling', responses: idle.responses })
    await settle()
    expect(studio.inputs('usage.summary')).toHaveLength(before)
    studio.emit('usage.changed', { ...idle, phase: 'pulling', responses: idle.responses + 1 })
    await settle()
    expect(studio.inputs('usage.summary').length).toBeGreaterThan(before)
  })

  it('shows the rows of another order or filter only, whichever response comes last', async () => {
    const { studio, usage, state } = start()
    await usage.open()
    const responses: (() => void)[] = []
    studio.respond({
      'usage.list': ({ sort, text }) =>
        new Promise((resolve) => {
          const row = { ...usageRow, jobId: `${sort} ${text ?? ''}` }
          responses.push(() => resolve(done({ rows: [row], nextCursor: null, total: 1, units: 1 })))
        }),
    })
    usage.sortBy('units')
    usage.filter({ text: 'mira' })
    await settle()
    responses[1]?.()
    await settle()
    responses[0]?.()
    await settle()
    expect(state().rows?.map(({ jobId }) => jobId)).toEqual(['units mira'])
    expect(state()).toMatchObject({ sort: 'units', isDescending: true })
  })

  it('[USE33] a preset goes on with the UTC date, dates of the person’s own stay', async () => {
    const { studio, usage, state } = start()
    await usage.open()
    today = now + 12 * 3_600_000
    studio.emit('studio.changed', studioStatus())
    expect(state().range).toEqual({ from: '2026-10-23', to: '2026-11-21' })
    await settle()
    expect(studio.inputs('usage.pull').at(-1)).toMatchObject({ to: '2026-11-21' })
    usage.choose({ from: '2026-11-03', to: '2026-11-09' })
    today += 86_400_000
    studio.emit('studio.changed', studioStatus())
    expect(state().range).toEqual({ from: '2026-11-03', to: '2026-11-09' })
  })

  describe('of many pages', () => {
    const all = Array.from({ length: 5_000 }, (_, index) => ({
      ...usageRow,
      jobId: String(index),
      // 500 jobs a day, the newest first; none on November 15th.
      completedAt: new Date(
        Date.UTC(2026, 10, 20 - Math.floor(index / 500) - (index >= 2_500 ? 1 : 0), 23, 0, 0) - (index % 500),
      ).toISOString(),
    }))

    function startMany() {
      const { studio, usage, state } = start()
      studio.respond({
        'usage.list': ({ cursor, limit = 200, isDescending }) => {
          const from = Number(cursor ?? 0)
          const ordered = isDescending ? all : all.toReversed()
          const next = from + limit < all.length ? String(from + limit) : null
          const rows = ordered.slice(from, from + limit)
          return done({ rows, nextCursor: next, total: all.length, units: 1 })
        },
      })
      const soughtDay = () => state().rows?.[state().sought ?? -1]?.completedAt.slice(0, 10)
      return { studio, usage, state, soughtDay }
    }

    it('[USE31] goes to any row, and to the last where there are fewer', async () => {
      const { studio, usage, state } = startMany()
      await usage.open()
      await usage.goTo(4_999)
      expect(state()).toMatchObject({ sought: 4_999, isSeeking: false, hasMore: false })
      expect(studio.inputs('usage.list').length).toBeLessThan(8)
      usage.found()
      await usage.goTo(10_000)
      expect(state().sought).toBe(4_999)
      await usage.goTo(-3)
      expect(state().sought).toBe(0)
    })

    it('[USE32] goes to a day’s first job in either order, and to the next where it has none', async () => {
      const { usage, state, soughtDay } = startMany()
      await usage.open()
      await usage.goToDay('2026-11-13')
      expect([soughtDay(), state().sought]).toEqual(['2026-11-13', 3_000])
      await usage.goToDay('2026-11-15')
      expect([soughtDay(), state().sought]).toEqual(['2026-11-14', 2_500])
      usage.sortBy('time')
      await usage.goToDay('2026-11-15')
      expect([soughtDay(), state().rows?.[state().sought ?? 0]?.jobId]).toEqual(['2026-11-16', '2499'])
      usage.sortBy('units')
      await usage.goToDay('2026-11-20')
      expect(state()).toMatchObject({ sort: 'time', isDescending: true, sought: 0 })
    })

    it('[USE31] goes on where the list is read anew meanwhile, and ends where it can’t be read', async () => {
      const { studio, usage, state } = startMany()
      await usage.open()
      const going = usage.goTo(4_999)
      studio.emit('usage.changed', { ...idle, phase: 'pulling', responses: idle.responses + 1 })
      await going
      expect(state()).toMatchObject({ sought: 4_999, isSeeking: false })
      usage.found()
      usage.sortBy('units')
      await settle()
      studio.respond({ 'usage.list': () => failed({ code: 'internal' }) })
      await usage.goTo(4_999)
      expect(state()).toMatchObject({ sought: 199, isSeeking: false, rowsFailure: { code: 'internal' } })
    })

    it('[USE31] seeks nothing where not even the first page can be read, nor from an earlier list', async () => {
      const { studio, usage, state } = startMany()
      studio.respond({ 'usage.list': () => failed({ code: 'internal' }) })
      await usage.open()
      await usage.goToDay('2026-11-13')
      const nothing = { sought: null, isSeeking: false, rows: null, rowsFailure: { code: 'internal' } }
      expect(state()).toMatchObject(nothing)
      const { usage: other, studio: itsStudio, state: itsState } = startMany()
      await other.open()
      itsStudio.respond({ 'usage.list': () => failed({ code: 'internal' }) })
      other.sortBy('units')
      await settle()
      await other.goTo(10)
      expect(itsState()).toMatchObject(nothing)
      expect(itsStudio.inputs('usage.list').at(-1)).not.toHaveProperty('cursor')
    })

    it('[USE32] drops what is sought in a list that is left', async () => {
      const { usage, state } = startMany()
      await usage.open()
      const going = usage.goToDay('2026-11-12')
      usage.filter({ text: 'mira' })
      await going
      expect(state()).toMatchObject({ sought: null, isSeeking: false })
    })
  })

  it('[USE43] keeps the chosen preset, which gives other dates on another day', async () => {
    const { studio, usage, state } = start()
    const pulled = () => studio.inputs('usage.pull').at(-1)
    await usage.open()
    today += 86_400_000
    await usage.open()
    expect(pulled()).toMatchObject({ from: '2026-10-23', to: '2026-11-21' })
    usage.choosePreset('week')
    today += 86_400_000
    await usage.pull()
    await settle()
    expect([state().preset, state().range, pulled()]).toMatchObject([
      'week',
      rangeOf('week', today),
      rangeOf('week', today),
    ])
    expect(state().summary).not.toBeNull()
    usage.choose({ from: '2026-11-01', to: '2026-11-02' })
    today += 86_400_000
    await usage.open()
    expect([state().preset, state().range]).toEqual([null, { from: '2026-11-01', to: '2026-11-02' }])
  })

  it('[USE44] says why jobs could not be read, and reads them on request', async () => {
    const { studio, usage, state } = start()
    await usage.open()
    studio.respond({ 'usage.list': () => failed({ code: 'invalid_input' }) })
    usage.filter({ text: 'mira' })
    await settle()
    // Another reading that succeeds doesn't hide it.
    usage.stackBy('type')
    await settle()
    expect(state()).toMatchObject({ rows: null, rowsFailure: { code: 'invalid_input' }, failure: null })
    studio.respond({
      'usage.list': () => done({ rows: [usageRow], nextCursor: 'next', total: 2, units: 1 }),
    })
    await usage.retryRows()
    expect(state()).toMatchObject({ rows: [{ jobId: 'a1b2' }], rowsFailure: null })
    studio.respond({ 'usage.list': () => failed({ code: 'internal' }) })
    await usage.loadMore()
    expect(state()).toMatchObject({ rows: [{}], rowsFailure: { code: 'internal' } })
    studio.respond({
      'usage.list': () => done({ rows: [usageRow], nextCursor: null, total: 2, units: 1 }),
    })
    await usage.retryRows()
    expect(state()).toMatchObject({ rows: [{}, {}], rowsFailure: null })
  })

  it('[USE46] keeps the totals of the first page, also where several are read at once', async () => {
    const { studio, usage, state } = start()
    const row = (at: number) => ({ ...usageRow, jobId: `job-${at}` })
    studio.respond({
      'usage.list': ({ cursor, limit = 0 }) => {
        const from = Number(cursor ?? 0)
        const rows = Array.from({ length: Math.min(limit, 5_000 - from) }, (_, at) => row(from + at))
        const sums = cursor === undefined ? { total: 5_000, units: 9 } : { total: null, units: null }
        return done({ rows, nextCursor: from + limit < 5_000 ? String(from + limit) : null, ...sums })
      },
    })
    await usage.open()
    for (let page = 0; page < 20; page += 1) await usage.loadMore()
    expect(state()).toMatchObject({ rows: { length: 4_200 }, total: 5_000, units: 9 })
    studio.emit('usage.changed', { ...idle, phase: 'pulling', responses: idle.responses + 1 })
    await settle()
    expect(state()).toMatchObject({ rows: { length: 4_200 }, total: 5_000, units: 9 })
  })

  describe('of several workspaces', () => {
    const sandbox = workspaceOf('sandbox')
    const north = workspaceOf('https://north.example')
    const south = workspaceOf('https://south.example')
    const shownOf = (workspaces: readonly UsageWorkspaceView[], chosen?: string | null) =>
      shownWorkspaces({ workspaces, chosen }).map(({ name }) => name)
    const connected = (one: UsageWorkspaceView) => ({ ...one, isConnected: true })
    const keyless = (one: UsageWorkspaceView) => ({ ...one, hasKey: false })

    it('[USE50] opens on the connected one, else on the first with a key, the sandbox last', () => {
      expect(shownOf([sandbox, north, connected(south)])).toEqual([south.name])
      expect(shownOf([connected(sandbox), north, south])).toEqual(['sandbox'])
      expect(shownOf([sandbox, north, connected(keyless(south))])).toEqual([north.name])
      expect(shownOf([sandbox, connected(keyless(south))])).toEqual(['sandbox'])
      expect(shownOf([north, keyless(south)])).toEqual([north.name])
      expect(shownOf([keyless(north), connected(keyless(south))])).toEqual([south.name])
      expect(shownOf([sandbox, north, south], 'https://removed.example')).toEqual([north.name])
      expect(shownOf([])).toEqual([])
    })

    it('[USE51] sums the sandbox with no other workspace', () => {
      expect(shownOf([sandbox, connected(north), south], null)).toEqual([north.name, south.name])
      expect(shownOf([sandbox, north, south], 'sandbox')).toEqual(['sandbox'])
      expect(shownChoice({ workspaces: [sandbox, connected(north)], chosen: null })).toBe(north.accountId)
      expect(shownOf([connected(sandbox)], null)).toEqual(['sandbox'])
    })

    it('[USE52] keeps the choice over a reload, until another account is connected', async () => {
      const storage = storageOf()
      const all = [sandbox, connected(north), south]
      const first = start(idle, storage)
      first.studio.respond({ 'usage.workspaces': () => done(all) })
      await first.usage.open()
      expect(first.studio.inputs('usage.list').at(-1)).toMatchObject({ accountIds: [north.accountId] })
      first.usage.chooseWorkspace(null)
      await settle()
      await first.usage.open()
      const together = { accountIds: [north.accountId, south.accountId] }
      expect(first.studio.inputs('usage.list').at(-1)).toMatchObject(together)
      const again = start(idle, storage)
      again.studio.respond({ 'usage.workspaces': () => done(all) })
      await again.usage.open()
      expect(again.studio.inputs('usage.list')).toMatchObject([together])
      again.studio.respond({ 'usage.workspaces': () => done([sandbox, north, connected(south)]) })
      again.usage.filter({ member: 'user_01' })
      await again.usage.open()
      expect(again.studio.inputs('usage.list').at(-1)).toMatchObject({ accountIds: [south.accountId] })
      expect(again.studio.inputs('usage.list').at(-1)?.member).toBeUndefined()
    })

    it('[USE52] keeps the choice as long as the page where the browser keeps nothing', async () => {
      const reported: unknown[] = []
      const refuses = createChoiceStorage(
        () => {
          throw new Error('No storage.')
        },
        (cause) => reported.push(cause),
      )
      const { studio, usage } = start(idle, refuses)
      studio.respond({ 'usage.workspaces': () => done([sandbox, connected(north), south]) })
      await usage.open()
      usage.chooseWorkspace('sandbox')
      await usage.open()
      expect(studio.inputs('usage.list').at(-1)).toMatchObject({ accountIds: ['sandbox'] })
      expect(reported).toHaveLength(1)
    })

    it.each(['', '7', '[]', '{"connected":1,"chosen":null}', '{"connected":"a"}', 'null'])(
      '[USE52] is not misled by %j where the choice is kept',
      (text) => {
        const storage = createChoiceStorage(
          () => ({ getItem: () => text, setItem: () => {} }),
          () => {},
        )
        expect(storage.read()).toBeNull()
      },
    )
  })

  it('[USE45] tells series apart that have the same name', () => {
    const series = [
      { key: 'user_1', label: 'mira@studio.example', units: 2, jobs: 1 },
      { key: 'user_2', label: 'mira@studio.example', units: 1, jobs: 1 },
      { key: null, label: null, units: 1, jobs: 1 },
      { key: '', label: '', units: 1, jobs: 1 },
      { key: 'others', label: null, units: 1, jobs: 1 },
    ]
    const columns = seriesColumns(
      { series, others: { series: 2, units: 1, jobs: 1 }, jobsWithoutMember: 1 },
      'member',
      englishUsageWords,
    )
    expect(columns.map(({ name }) => name).slice(0, 2)).toEqual([
      'mira@studio.example',
      'mira@studio.example',
    ])
    expect(new Set(columns.map(({ id }) => id)).size).toBe(6)
  })

  it('[USE70] counts the jobs without a member beside the members, also where they are among the others', () => {
    const series = [{ key: 'user_1', label: 'mira@studio.example', units: 2, jobs: 1 }]
    const summary = { series, others: { series: 4, units: 1, jobs: 5 }, jobsWithoutMember: 2 }
    const last = (by: 'member' | 'type', jobsWithoutMember: number) =>
      seriesColumns({ ...summary, jobsWithoutMember }, by, englishUsageWords).at(-1)?.name
    expect(last('member', 2)).toBe('3 others and no member')
    expect(last('member', 0)).toBe('4 others')
    expect(last('type', 2)).toBe('4 others')
    const { membersNote } = englishUsageWords
    expect(membersNote(0)).toBe('With a completed job in these dates')
    expect(membersNote(1)).toMatch(/; 1 more job names no member$/)
    expect(membersNote(1200)).toMatch(/; 1,200 more jobs name no member$/)
  })

  it('[USE75] finds types, and what a report leaves out, by the names that are shown', () => {
    const none = { types: [], noType: false, noMember: false }
    expect(namedBy(' Video  GENERATION ', englishUsageWords)).toEqual([
      { ...none, word: 'Video', types: ['video_generation', 'video_edit'] },
      { ...none, word: 'GENERATION', types: ['image_generation', 'video_generation', 'audio_generation'] },
    ])
    expect(namedBy('member', englishUsageWords)).toEqual([{ ...none, word: 'member', noMember: true }])
    expect(namedBy('mira@studio', englishUsageWords)).toEqual([])
    const other = { ...englishUsageWords, types: { ...englishUsageWords.types, upscale: 'Hochskalieren' } }
    expect(namedBy('hoch', other)).toEqual([{ ...none, word: 'hoch', types: ['upscale'] }])
  })

  it('[USE54] names the types that it knows, and bounds the text of others', () => {
    const named = (type: string | null) => typeName(type, englishUsageWords)
    for (const type of ['image_generation', 'image-generation', 'Image Generation'])
      expect(named(type)).toEqual({ name: 'Image generation', isKnown: true })
    expect(named('lip_sync')).toEqual({ name: 'lip_sync', isKnown: false })
    for (const type of [null, '', ' \u202e\n'])
      expect(named(type)).toEqual({ name: englishUsageWords.noType, isKnown: true })
    expect(named('constructor')).toEqual({ name: 'constructor', isKnown: false })
    expect(named('a\u202eb\nc').name).toBe('a b c')
    expect(named('x'.repeat(400)).name).toBe(`${'x'.repeat(60)}…`)
  })

  it('keeps its dates where others can’t be used', async () => {
    const { usage, state } = start()
    await usage.open()
    usage.choose({ from: '2026-11-20', to: '2026-11-01' })
    expect(state().range).toEqual(rangeOf('month', now))
    usage.choose({ from: '2026-11-01', to: '2026-11-02' })
    expect(state()).toMatchObject({ range: { from: '2026-11-01' }, summary: null, rows: null })
    await settle()
    expect(state().summary).not.toBeNull()
  })
})
