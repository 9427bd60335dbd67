import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { modelDetailSchema, modelSummarySchema } from '../../../shared/bridge/views.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeDeprecationStore } from '../../testing/fake-deprecation-store.ts'
import { createFakeDescriptionStore } from '../../testing/fake-description-store.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import { createCatalogue } from './catalogue.ts'
import { createDateMonitor } from './date-monitor.ts'
import { createDeprecationSigns } from './deprecation-signs.ts'
import { readDescription } from './description.ts'

const service = 'https://service.example'
const path = '/generate/video/acme/v4'
const place = { serviceId: service, path, modelId: 'v4' }
const schema = { type: 'object', properties: { prompt: { type: 'string' } } }
const nothing = { sunsetDate: null, message: null, replacement: null, link: null }

interface Described {
  readonly operations?: Readonly<Record<string, object>>
  readonly store?: ReturnType<typeof createFakeDeprecationStore>
  readonly now?: string
}

function open({ operations = { [path]: {} }, store = createFakeDeprecationStore(), now }: Described = {}) {
  const clock = createFakeClock(Date.parse(now ?? '2026-11-20T12:00:00Z'))
  const log = createSpyLog()
  const changes: true[] = []
  const signs = createDeprecationSigns({ clock, log, store, onChanged: () => changes.push(true) })
  const catalogue = createCatalogue({
    clock,
    signs,
    modelPaths: () => ({}),
    store: createFakeDescriptionStore(),
  })
  const paths = Object.fromEntries(
    Object.entries(operations).map(([at, operation]) => [
      at,
      { post: { requestBody: { content: { 'application/json': { schema } } }, ...operation } },
    ]),
  )
  const describeAs = (serviceId: string) =>
    catalogue.describe(readDescription({ openapi: '3.1.0', paths }), serviceId)
  describeAs(service)
  const endOf = (id = 'v4') => catalogue.list().find((model) => model.id === id)?.deprecation ?? null
  return { catalogue, signs, store, clock, log, describeAs, endOf, changes: () => changes.length }
}

function deprecated(operation: object = {}) {
  return { operations: { [path]: { deprecated: true, ...operation } } }
}

describe('[CAT12] the end that an endpoint reports', () => {
  const notice = { sunset: '2027-10-23T15:00:00.000Z', link: 'https://docs.example/v4', replacement: null }

  test('is shown with its moment and link', () => {
    const { signs, endOf } = open()
    signs.recordNotice(place, notice)
    expect(endOf()).toEqual({
      state: 'deprecated',
      sunsetDate: '2027-10-23T15:00:00.000Z',
      cause: null,
      replacement: null,
      link: 'https://docs.example/v4',
    })
  })

  test('[CAT15] leaves what it doesn’t say to the description', () => {
    const description =
      '> **Warning: deprecated.** It ends on 2027-03-01. Use video/acme/v6 instead: https://docs.example/end.'
    const { signs, endOf } = open({
      operations: { [path]: { deprecated: true, description }, '/generate/video/acme/v6': {} },
    })
    const described = endOf()
    signs.recordNotice(place, { sunset: null, link: null, replacement: null })
    expect(endOf()).toEqual(described)
    expect(described).toMatchObject({
      sunsetDate: '2027-03-01',
      replacement: { modelId: 'v6' },
      link: 'https://docs.example/end',
    })
  })

  test('[CAT51] leads to the endpoint that it calls its successor', () => {
    const { signs, endOf } = open({ operations: { [path]: {}, '/generate/video/acme/v6': {} } })
    signs.recordNotice(place, { ...notice, replacement: '/generate/video/acme/v6' })
    expect(endOf()?.replacement?.modelId).toBe('v6')
  })

  test('belongs to its service and endpoint, and survives a restart', () => {
    const first = open()
    first.signs.recordNotice(place, notice)
    const { endOf, describeAs } = open({ store: first.store })
    expect(endOf()?.state).toBe('deprecated')
    describeAs('sandbox')
    expect(endOf()).toBeNull()
    expect(open({ store: first.store, operations: { '/generate/video/other/v4': {} } }).endOf()).toBeNull()
  })

  test('[CAT20] is logged once with its Sunset and Link, and announced once', () => {
    const { signs, log, changes } = open()
    signs.recordNotice(place, notice)
    signs.recordNotice(place, notice)
    expect([log.sentences.length, changes()]).toEqual([1, 1])
    expect(log.sentences[0]).toContain('Sunset: 2027-10-23T15:00:00.000Z')
    expect(log.sentences[0]).toContain('Link: https://docs.example/v4')
    signs.sunset(place, { ...nothing, message: 'Gone.' })
    expect([log.sentences.length, changes()]).toEqual([2, 2])
    expect(log.sentences[1]).toContain('410')
  })

  test('[CAT14] is withdrawn by a later success without it', () => {
    const { signs, endOf, store, changes } = open()
    signs.recordNotice(place, notice)
    signs.recordNotice(place, null)
    expect([endOf(), store.signs(service), changes()]).toEqual([null, [], 2])
  })

  test('is kept with the time at which it was received', async () => {
    const { signs, store, clock } = open()
    await clock.advance(60_000)
    signs.recordNotice(place, notice)
    expect(store.signs(service).map(({ receivedAt }) => receivedAt)).toEqual([clock.now()])
    await clock.advance(60_000)
    signs.sunset(place, nothing)
    expect(store.signs(service)).toMatchObject([{ state: 'sunset', receivedAt: clock.now() }])
  })

  test('is logged and still applies where it can’t be kept', () => {
    const store = createFakeDeprecationStore()
    store.isFull = true
    const { signs, endOf, log } = open({ store })
    signs.sunset(place, nothing)
    expect([endOf()?.state, log.sentences.join(' ')]).toEqual([
      'sunset',
      expect.stringContaining('disk full'),
    ])
  })
})

describe('[CAT13] a 410', () => {
  test('ends the model whatever it says, with the service’s words', () => {
    const { signs, endOf } = open()
    signs.sunset(place, nothing)
    expect(endOf()).toMatchObject({ state: 'sunset', sunsetDate: null, cause: null })
    signs.sunset(place, {
      sunsetDate: '2026-05-13',
      message: 'Gone since May.',
      replacement: 'another model',
      link: 'https://docs.example/x',
    })
    expect(endOf()).toEqual({
      state: 'sunset',
      sunsetDate: '2026-05-13',
      cause: 'Gone since May.',
      replacement: { label: 'another model', modelId: null, path: null },
      link: 'https://docs.example/x',
    })
  })

  test.each([null, { sunset: null, link: null, replacement: null }])(
    '[CAT14] is not undone by a response that was under way and arrives later',
    (late) => {
      const { signs, endOf, store } = open()
      signs.sunset(place, nothing)
      signs.recordNotice(place, late)
      expect([endOf()?.state, store.signs(service).map(({ state }) => state)]).toEqual(['sunset', ['sunset']])
    },
  )

  test('shows no future day: the endpoint has ended now', () => {
    const { signs, endOf } = open()
    signs.sunset(place, { ...nothing, sunsetDate: '2099-01-01' })
    expect(endOf()).toMatchObject({ state: 'sunset', sunsetDate: null })
  })

  test.each(['video/acme/v6', '/generate/video/acme/v6', '/video/acme/v6', 'V6'])(
    '[CAT16] names %s as its replacement: the model known there',
    (replacement) => {
      const { signs, endOf } = open({ operations: { [path]: {}, '/generate/video/acme/v6': {} } })
      signs.sunset(place, { ...nothing, replacement })
      expect(endOf()?.replacement).toMatchObject({
        modelId: 'v6',
        label: 'V6 Dynamic motion',
      })
    },
  )
})

describe('[CAT10] the moment counts, by the studio’s clock', () => {
  const sunset = '2027-01-31T15:00:00Z'

  test('a sunset at 15:00 has not begun at 14:59, and has at 15:00', async () => {
    const { endOf, clock } = open({ ...deprecated({ 'x-sunset': sunset }), now: '2027-01-31T14:59:00Z' })
    expect(endOf()).toMatchObject({ state: 'deprecated', sunsetDate: '2027-01-31T15:00:00.000Z' })
    await clock.advance(60_000)
    expect(endOf()).toMatchObject({ state: 'sunset', sunsetDate: '2027-01-31T15:00:00.000Z' })
  })

  test('an offset moves the day: 22:00-05:00 is 03:00 of the next one', () => {
    const { endOf } = open(deprecated({ 'x-sunset': '2027-06-18T22:00:00-05:00' }))
    expect(endOf()?.sunsetDate).toBe('2027-06-19T03:00:00.000Z')
  })

  test('a past date means ended, whoever gave it', () => {
    expect(open(deprecated({ 'x-sunset-date': '2020-04-23' })).endOf()).toMatchObject({
      state: 'sunset',
      sunsetDate: '2020-04-23',
    })
    const { signs, endOf } = open()
    signs.recordNotice(place, { sunset: '2020-04-23T00:00:00.000Z', link: null, replacement: null })
    expect(endOf()).toMatchObject({ state: 'sunset', sunsetDate: '2020-04-23' })
  })
})

describe('[CAT11] an impossible date costs only itself', () => {
  test.each(['2026-99-99', '2026-13-45', '10000-01-01', '', 7, null, {}, 'x'.repeat(10_000)])(
    '%j',
    (date) => {
      const { catalogue, endOf } = open(
        deprecated({
          'x-sunset': date,
          'x-deprecated-field-aliases': [
            { from: 'old', to: 'prompt', sunset_date: date },
            { from: 'startImage', to: 'start_image', sunset_date: date },
          ],
        }),
      )
      for (const summary of catalogue.list()) modelSummarySchema.parse(summary)
      expect(endOf()).toMatchObject({ state: 'deprecated', sunsetDate: null })
      const { aliases } = modelDetailSchema.parse(catalogue.find('v4'))
      expect(aliases).toContainEqual({ from: 'old', to: 'prompt', until: null })
      // Built-in knowledge stays.
      expect(aliases).toContainEqual({ from: 'startImage', to: 'start_image', until: '2026-06-19' })
    },
  )

  test('any value leaves the list and the model whole', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.string(), (sunset, alias, description) => {
        const json = JSON.parse(JSON.stringify({ sunset, alias }) ?? '{}') as Record<string, unknown>
        const { catalogue } = open(
          deprecated({
            description,
            'x-sunset': json.sunset,
            'x-deprecated-field-aliases': [{ from: 'a', to: 'b', sunset_date: json.alias }],
          }),
        )
        for (const summary of catalogue.list()) modelSummarySchema.parse(summary)
        modelDetailSchema.parse(catalogue.find('v4'))
      }),
      { numRuns: 200 },
    )
  })
})

describe('[CAT15] the warning block of a deprecated operation', () => {
  test.each([
    [
      '> **Warning: deprecated.** This model answers 410 from 2027-06-30 on. Use Dolly (video/acme/v6) instead.\n\nV4.',
      'Warning: deprecated. This model answers 410 from 2027-06-30 on. Use Dolly (video/acme/v6) instead.',
      '2027-06-30',
      'v6',
    ],
    [
      '> [!WARNING]\n> Deprecated since 2026-01-01.\n> It will be removed on 30 June 2027; see [the notes](https://docs.example/v4).\n\nText.',
      'Deprecated since 2026-01-01. It will be removed on 30 June 2027; see the notes.',
      '2027-06-30',
      null,
    ],
    [
      '⚠️ **Deprecated**: sunset on June 30, 2027. Use `/generate/video/acme/v6` instead.',
      '⚠️ Deprecated: sunset on June 30, 2027. Use /generate/video/acme/v6 instead.',
      '2027-06-30',
      'v6',
    ],
    ['> Deprecated. No date yet.', 'Deprecated. No date yet.', null, null],
  ])('%j', (description, cause, sunsetDate, modelId) => {
    const { endOf } = open({
      operations: { [path]: { deprecated: true, description }, '/generate/video/acme/v6': {} },
    })
    expect(endOf()).toMatchObject({ state: 'deprecated', cause, sunsetDate })
    expect(endOf()?.replacement?.modelId ?? null).toBe(modelId)
  })

  test('yields to an extension’s date, and adds its link', () => {
    const description = '> Sunset on 2027-06-30. See https://docs.example/v4.'
    expect(open(deprecated({ description, 'x-sunset': '2027-05-01' })).endOf()).toMatchObject({
      sunsetDate: '2027-05-01',
      link: 'https://docs.example/v4',
    })
  })

  test('is not repeated as a note beside the form, and other text is no warning', () => {
    const operation = { deprecated: true, description: '> Gone on 2027-06-30.\n\nPaints well.' }
    const { catalogue } = open({ operations: { '/generate/video/acme/dolly': operation } })
    expect(catalogue.find('acme-dolly')?.notes).toEqual(['Paints well.'])
    expect(open(deprecated({ description: 'Paints well since 2020-01-01.' })).endOf()).toEqual({
      state: 'deprecated',
      sunsetDate: null,
      cause: null,
      replacement: null,
      link: null,
    })
  })

  test('of an operation that is not deprecated ends nothing', () => {
    expect(open({ operations: { [path]: { description: '> Warning: slow.' } } }).endOf()).toBeNull()
  })
})

describe('[CAT17] values that have ended', () => {
  const i6 = '/generate/image/acme/i6'
  const listing = (...values: string[]) => ({
    operations: {
      [i6]: {
        requestBody: {
          content: {
            'application/json': {
              schema: { type: 'object', properties: { prompt: {}, thinking_mode: { enum: values } } },
            },
          },
        },
      },
    },
  })
  const offered = ({ catalogue }: ReturnType<typeof open>) => {
    const { properties } = catalogue.find('i6')?.schema ?? {}
    return properties?.thinking_mode?.enum
  }

  test('are not offered although a description lists them', () => {
    expect(offered(open(listing('instant', 'medium', 'fast', 'high')))).toEqual(['fast', 'high'])
    expect(offered(open(listing('instant', 'medium')))).toEqual(['fast', 'high'])
  })

  test('are dropped before their date where the service accepts only the new one', async () => {
    const early = open({ ...listing('instant', 'medium'), now: '2026-10-22T23:59:00Z' })
    expect([offered(early), early.catalogue.find('i6')?.renamedValues]).toEqual([['instant', 'medium'], []])
    await early.clock.advance(60_000)
    expect(offered(early)).toEqual(['fast', 'high'])
    expect(early.catalogue.find('i6')?.renamedValues.map(({ from }) => from)).toEqual(['instant', 'medium'])
  })
})

describe('[CAT19] when a date passes', () => {
  test('[CAT60] the models are reported as out of date once, and seven days before, and not else', async () => {
    const { catalogue, clock } = open({
      ...deprecated({ 'x-sunset': '2027-01-31T15:00:00Z' }),
      now: '2026-11-20',
    })
    const due: true[] = []
    const dates = createDateMonitor({ clock, onDue: () => due.push(true) })
    dates.watch(catalogue.list())
    dates.watch(catalogue.list())
    expect(clock.waiting()).toBe(1)
    await clock.advance(Date.parse('2027-01-24T14:59:59Z') - clock.now())
    expect(due.length).toBe(0)
    // Seven days before, so that who uses it is notified (CAT60).
    await clock.advance(1_000)
    expect(due.length).toBe(1)
    dates.watch(catalogue.list())
    await clock.advance(Date.parse('2027-01-31T14:59:59Z') - clock.now())
    expect(due.length).toBe(1)
    await clock.advance(1_000)
    expect(due.length).toBe(2)
    dates.watch(catalogue.list())
    expect(clock.waiting()).toBe(0)
  })

  test('no timer is left after the end', () => {
    const { catalogue, clock } = open(deprecated({ 'x-sunset': '2027-01-31' }))
    const dates = createDateMonitor({ clock, onDue: () => undefined })
    dates.watch(catalogue.list())
    dates.close()
    expect(clock.waiting()).toBe(0)
  })
})
