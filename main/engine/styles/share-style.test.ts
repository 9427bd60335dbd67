import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createFakeStyleStore } from '../../testing/fake-style-store.ts'
import { createSpyLog } from '../../testing/spy-log.ts'
import type { PostOutcome } from '../service/ports.ts'
import { createShareStyle } from './share-style.ts'

const result = { success: true, style_id: 'ink', workspace: { id: 'w1', name: 'Studio' } }

function responded(status: number, body: unknown): PostOutcome {
  return { type: 'responded', status, body: JSON.stringify(body), header: () => null }
}

interface Opening {
  readonly key?: string | null
  readonly connected?: boolean
  respond?(): PostOutcome | Promise<PostOutcome>
}

function open({ key = 'k', connected = true, respond = () => responded(200, result) }: Opening = {}) {
  const styles = createFakeStyleStore()
  const segments: string[] = []
  const log = createSpyLog()
  const clock = createFakeClock()
  const client = {
    async shareStyle(segment: string) {
      segments.push(segment)
      return respond()
    },
  }
  const at = { serviceId: 'sandbox', key, client }
  const share = createShareStyle({
    clock,
    log,
    styles,
    connection: { settled: async () => (connected ? at : null) },
    nameOf: async () => 'North',
    onChanged: () => {},
  })
  const ink = () => styles.find('sandbox', ['ink'])[0]
  const know = (styleId = 'ink') => styles.meet('sandbox', [{ styleId, name: '', note: '' }], 'hand', 1)
  return { share, styles, segments, ink, know, clock, log }
}

test('[STYLE13] a shared style keeps its workspace, and when', async () => {
  const { share, ink, know, clock } = open()
  know()
  expect(await share(null, 'ink')).toEqual({ ok: true, value: result })
  expect(ink()).toMatchObject({
    shared: { workspaceId: 'w1', workspaceName: 'Studio', at: clock.now() },
    shareDoubtAt: null,
  })
})

test('[STYLE10] two calls at once are one request, a later one is another', async () => {
  const { share, segments, know } = open()
  know()
  const [first, second] = await Promise.all([share(null, 'ink'), share('sandbox', 'ink')])
  expect([segments, second]).toEqual([['ink'], first])
  await share(null, 'ink')
  expect(segments).toHaveLength(2)
})

test('[STYLE12] the doubt is written before the request, and stays where its end is unknown', async () => {
  const seen: unknown[] = []
  const { share, ink, know, clock } = open({
    respond() {
      seen.push(ink()?.shareDoubtAt)
      return { type: 'lost', cause: { code: 'answer_missing' } }
    },
  })
  know()
  expect(await share(null, 'ink')).toMatchObject({ ok: false, error: { code: 'share_unknown' } })
  expect([seen, ink()?.shareDoubtAt, ink()?.shared]).toEqual([[clock.now()], clock.now(), null])
})

test.each<[string, PostOutcome]>([
  ['share_refused', responded(403, { error: 'No' })],
  ['service_unreachable', { type: 'not_sent', cause: { code: 'network_missing' } }],
])('[STYLE14] %s leaves no doubt and keeps an earlier share', async (code, outcome) => {
  const { share, styles, ink, know } = open({ respond: () => outcome })
  know()
  const shared = { workspaceId: 'w', workspaceName: 'Earlier', at: 1 }
  styles.settleShare('sandbox', 'ink', shared)
  expect(await share(null, 'ink')).toMatchObject({ ok: false, error: { code } })
  expect(ink()).toMatchObject({ shared, shareDoubtAt: null })
})

test.each<[string, PostOutcome, number | null]>([
  ['was not sent keeps', { type: 'not_sent', cause: { code: 'network_missing' } }, 7],
  ['was refused ends', responded(403, { error: 'No' }), null],
  ['was lost renews', { type: 'lost', cause: { code: 'answer_missing' } }, createFakeClock().now()],
])('[STYLE41] a share that %s an earlier doubt', async (_, outcome, doubtAt) => {
  const { share, styles, ink, know } = open({ respond: () => outcome })
  know()
  styles.doubtShare('sandbox', 'ink', 7)
  await share(null, 'ink')
  expect(ink()).toMatchObject({ shareDoubtAt: doubtAt })
})

test('[STYLE14] a refusal that names a time carries it', async () => {
  const late: PostOutcome = { type: 'responded', status: 429, body: '', header: () => '30' }
  const { share, clock } = open({ respond: () => late })
  const retryAt = new Date(clock.now() + 30_000).toISOString()
  expect(await share(null, 'ink')).toMatchObject({ error: { code: 'share_refused', retryAt } })
})

test.each<[string, PostOutcome, number]>([
  ['shared', responded(200, result), 1],
  ['in doubt', { type: 'lost', cause: 'gone' }, 1],
  ['refused', responded(404, { error: 'No such style.' }), 0],
  ['not sent', { type: 'not_sent', cause: 'nowhere' }, 0],
])('[STYLE17] a style that was unknown before and is %s then', async (_, outcome, kept) => {
  const { share, styles } = open({ respond: () => outcome })
  await share(null, 'ink')
  expect(styles.find('sandbox', ['ink'])).toHaveLength(kept)
})

test.each<[string, PostOutcome]>([
  ['refused', responded(404, { error: 'No such style.' })],
  ['not sent', { type: 'not_sent', cause: 'nowhere' }],
])(
  '[STYLE40] a removed style whose share is %s is removed again, with all that was known of it',
  async (_, outcome) => {
    const { share, styles, ink } = open({ respond: () => outcome })
    styles.meet('sandbox', [{ styleId: 'ink', name: 'Ink', note: 'For maps' }], 'recipe', 1)
    styles.change('sandbox', 'ink', { previewFileId: 'file' })
    styles.settleShare('sandbox', 'ink', { workspaceId: 'w', workspaceName: 'Earlier', at: 1 })
    const before = ink()
    styles.setRemoved('sandbox', 'ink', true)
    await share(null, 'ink')
    expect(ink()).toBeUndefined()
    styles.setRemoved('sandbox', 'ink', false)
    expect(ink()).toEqual(before)
  },
)

test.each<[string, PostOutcome]>([
  ['shared', responded(200, result)],
  ['in doubt', { type: 'lost', cause: 'gone' }],
])('[STYLE40] a removed style that is %s then is there again, as it was', async (_, outcome) => {
  const { share, styles, ink } = open({ respond: () => outcome })
  styles.meet('sandbox', [{ styleId: 'ink', name: 'Ink', note: 'For maps' }], 'hand', 1)
  styles.setRemoved('sandbox', 'ink', true)
  await share(null, 'ink')
  expect(ink()).toMatchObject({ name: 'Ink', note: 'For maps' })
})

test.each(['', '.', '..', ' ink', 'a\u0000b', '\ud800', 'x'.repeat(513)])(
  '[STYLE11] %j is refused before anything is sent',
  async (styleId) => {
    const { share, segments } = open()
    expect(await share(null, styleId)).toMatchObject({
      error: { code: 'not_possible_now', cause: { code: 'style_id_unusable' } },
    })
    expect(segments).toEqual([])
  },
)

test('[STYLE16] without a key, a connection or the style’s own account nothing is sent', async () => {
  const without = open({ key: null })
  const away = open()
  const alone = open({ connected: false })
  expect(await without.share(null, 'ink')).toMatchObject({ error: { code: 'no_key' } })
  expect(await away.share('https://a.example', 'ink')).toMatchObject({
    error: { code: 'not_possible_now', cause: { code: 'account_away', account: 'North' } },
  })
  expect(await alone.share(null, 'ink')).toMatchObject({ error: { code: 'service_unreachable' } })
  expect([without.segments, away.segments, alone.segments]).toEqual([[], [], []])
})

test('[STYLE13] a share that can’t be written down is still said to be one', async () => {
  const { share, styles, log, know } = open()
  know()
  styles.settleShare = () => {
    throw new Error('The disk is full.')
  }
  expect(await share(null, 'ink')).toMatchObject({ ok: true })
  expect(log.sentences).toHaveLength(1)
})
