import { afterEach, beforeEach, expect, test } from 'vitest'
import { type OpenSandbox, openSandbox } from '../testing/open-sandbox.ts'
import { isJsonType } from './read-json.ts'

const i3 = '/generate/image/sandbox/i3'
const small = { prompt: 'kite', width: 32, height: 32 }
let open: OpenSandbox

beforeEach(() => {
  open = openSandbox({ control: true })
})

afterEach(() => open.close())

test.each([
  [{ apiEnabled: false }, { apiEnabled: true }, [403, 403, 403, 403, 403, 403]],
  [{ removed: true }, { removed: false }, [403, 404, 404, 404, 404, 404]],
])('with %o no operation works, and afterwards all do', async (change, back, statuses) => {
  const { job_id } = await open.run(i3, small)
  const usage = { authorization: `Bearer ${open.sandbox.usageKey}` }
  const askAll = async () => [
    await open.post(i3, small),
    await open.get(`/jobs/${job_id}`),
    await open.get('/jobs'),
    await open.post('/assets', ''),
    await open.get('/usage', usage),
    await open.post('/styles/ink-and-paper/share/workspace', ''),
  ]
  await open.post('/__sandbox/workspace', change)
  const closed = await askAll()
  expect(closed.map(({ status }) => status)).toEqual(statuses)
  for (const response of closed) expect(Object.keys((await response.json()) as object)).toEqual(['error'])
  await open.post('/__sandbox/workspace', back)
  expect((await askAll()).map(({ status }) => status)).toEqual([200, 200, 200, 400, 200, 200])
})

test.each([
  [undefined, true],
  ['application/json', true],
  ['Application/JSON; charset=UTF-8', true],
  ['application/json; charset="utf-8"', true],
  ['application/merge-patch+json', true],
  ['text/plain', false],
  ['text/plain;charset=UTF-8', false],
  ['application/x-www-form-urlencoded', false],
  ['multipart/form-data; boundary=x', false],
  ['application/json; charset=latin1', false],
  ['application/jsonp', false],
  ['', false],
])('a Content-Type of %j is read as JSON: %s', (type, isJson) => {
  expect(isJsonType(type)).toBe(isJson)
})

test('a body of another type is refused with a message, whatever its content', async () => {
  const refused = await open.post(i3, small, { 'content-type': 'text/plain' })
  expect([refused.status, await refused.json()]).toEqual([
    400,
    { error: 'Content-Type: must be application/json, in UTF-8.' },
  ])
})

test('a request names styles that the key can see; a hidden one is refused with the message for an unknown one', async () => {
  const use = async (id: string) => {
    const response = await open.post('/generate/image/sandbox/i8', {
      prompt: 'kite',
      width: 256,
      height: 256,
      styles: [{ id: 'ink-and-paper' }, { id }],
    })
    return [response.status, ((await response.json()) as { error?: string }).error]
  }
  const words = 'styles[1].id: no style with this id is visible to this key.'
  expect(await use('night-neon')).toEqual([200, undefined])
  expect(await use('no-such-style')).toEqual([400, words])
  expect(await use('app-only')).toEqual([400, words])
  await open.post('/__sandbox/styles', { id: 'app-only', owner: 'app', shared: true })
  expect(await use('app-only')).toEqual([200, undefined])
  expect((await open.post('/styles/app-only/share/workspace', '')).status).toBe(403)
})
