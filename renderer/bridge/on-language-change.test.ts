import { expect, test, vi } from 'vitest'
import type { Bridge } from '../../shared/bridge/carrier.ts'
import { onLanguageChange } from './on-language-change.ts'

test('another language is announced once, other settings are not', () => {
  const listeners: ((settings: { language: string }) => void)[] = []
  const on = ((_: string, listener: (settings: { language: string }) => void) => {
    listeners.push(listener)
    return () => void listeners.pop()
  }) as Bridge['on']
  const changed = vi.fn()
  const undo = onLanguageChange({ on }, changed)
  for (const language of ['en', 'en', 'fr', 'fr']) listeners[0]?.({ language })
  expect(changed).toHaveBeenCalledTimes(2)
  undo()
  expect(listeners).toEqual([])
})
