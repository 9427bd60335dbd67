import { expect, test } from 'vitest'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { samplePng } from '../../testing/sample-media.ts'
import type { AccountReach } from '../service/accounts.ts'
import { createStylePreviews } from './style-previews.ts'

const reach: AccountReach = { origin: 'https://a.example', addressClass: 'public', key: 'k' }

function open(images: Readonly<Record<string, Uint8Array | null>>) {
  const clock = createFakeClock()
  const fetched: { readonly url: string; readonly reach: AccountReach }[] = []
  const held: (() => void)[] = []
  const state = { holds: false, running: 0, most: 0 }
  const route = createStylePreviews({
    clock,
    styles: {
      listedPreview: (account, styleId) => (account === 'sandbox' ? `https://cdn.example/${styleId}` : null),
    },
    reachOf: async (account) => ({ ...reach, key: account }),
    fetcher: {
      async fetch(request) {
        fetched.push(request)
        state.running += 1
        state.most = Math.max(state.most, state.running)
        if (state.holds) await new Promise<void>((resolve) => held.push(resolve))
        state.running -= 1
        return (images[new URL(request.url).pathname.slice(1)] ?? null)?.slice() ?? null
      },
    },
  })
  const ask = (styleId: string, account = 'sandbox') =>
    route(new URL(`http://127.0.0.1/media/styles/preview?${new URLSearchParams({ account, styleId })}`))
  return { clock, fetched, held, state, ask, route }
}

test('[STYLE31] an image is fetched within its account’s reach, once, and served as what its bytes are', async () => {
  const { ask, fetched } = open({ ink: samplePng() })
  const responses = await Promise.all([ask('ink'), ask('ink')])
  for (const response of [...responses, await ask('ink')]) {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect(fetched).toMatchObject([{ url: 'https://cdn.example/ink', reach: { key: 'sandbox' } }])
})

test('[STYLE31] what is no image by its bytes, and what is not listed, is not served', async () => {
  const text = (words: string) => new TextEncoder().encode(words)
  const { ask, route, fetched } = open({
    page: text('<html><script>alert(1)</script></html>'),
    drawing: text('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    half: samplePng().slice(0, 12),
    none: null,
  })
  for (const styleId of ['page', 'drawing', 'half', 'none']) expect((await ask(styleId)).status).toBe(404)
  expect((await ask('ink', 'https://other.example')).status).toBe(404)
  expect((await route(new URL('http://127.0.0.1/media/styles/preview'))).status).toBe(404)
  expect(fetched).toHaveLength(4)
})

test('[STYLE32] at most four are fetched at once; a broken one costs only itself, and rests for five minutes', async () => {
  const styles = Array.from({ length: 12 }, (_, index) => `s${index}`)
  const { ask, clock, fetched, held, state } = open(
    Object.fromEntries(styles.map((id, index) => [id, index === 3 ? null : samplePng()])),
  )
  state.holds = true
  const responses = Promise.all(styles.map((id) => ask(id)))
  while (fetched.length < 12 || held.length > 0) {
    held.shift()?.()
    await new Promise((later) => setImmediate(later))
  }
  expect((await responses).map(({ status }) => status)).toEqual(
    styles.map((_, index) => (index === 3 ? 404 : 200)),
  )
  expect(state.most).toBe(4)
  state.holds = false
  expect((await ask('s3')).status).toBe(404)
  expect(fetched).toHaveLength(12)
  await clock.advance(5 * 60_000 + 1)
  await ask('s3')
  expect(fetched).toHaveLength(13)
})
