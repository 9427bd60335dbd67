import { afterEach, expect, test, vi } from 'vitest'
import { createSessionSecret } from './session-secret.ts'

const [first, second] = ['a'.repeat(43), 'B-_9'.padEnd(43, '0')]

/** An origin's storage, as every tab of it sees it. */
function createStorage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

const broken = () => {
  throw new DOMException('denied', 'SecurityError')
}

afterEach(() => void vi.restoreAllMocks())

test('[HOST5] a reload and another tab of the origin have it too', () => {
  const storage = createStorage()
  createSessionSecret(() => storage).keep(first)
  expect(createSessionSecret(() => storage).headers()).toEqual({ 'atelier-session': first })
})

test('[HOST5] a tab from before a restart uses the secret that another tab was given', () => {
  const storage = createStorage()
  const old = createSessionSecret(() => storage)
  old.keep(first)
  createSessionSecret(() => storage).keep(second)
  expect(old.headers()).toEqual({ 'atelier-session': second })
})

test('[HOST5] where the browser keeps nothing it lasts as long as the page', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const secret = createSessionSecret(broken)
  expect(secret.headers()).toEqual({})
  secret.keep(first)
  expect(secret.headers()).toEqual({ 'atelier-session': first })
  expect(warn).toHaveBeenCalledOnce()
})

test.each(['', 'short', `${first}\r\nx: y`, `${first}a`, 'ä'.repeat(43), '{}'])(
  '[HOST5] an impossible secret is not sent: %j',
  (garbage) => {
    const storage = createStorage(new Map([['atelier.session', garbage]]))
    expect(createSessionSecret(() => storage).headers()).toEqual({})
  },
)
