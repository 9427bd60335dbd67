import { afterEach, expect, test, vi } from 'vitest'
import { guardTyping, isLostTyping } from './lost-typing.ts'

/** A control, by its tag. */
class FakeElement {
  readonly tag: string
  constructor(tag: string) {
    this.tag = tag
  }
  matches(selector: string): boolean {
    return selector.startsWith(this.tag)
  }
  closest(): null {
    return null
  }
}

afterEach(() => vi.unstubAllGlobals())

function start() {
  vi.stubGlobal('HTMLElement', FakeElement)
  const heard = new Map<string, (event: object) => void>()
  const body = new FakeElement('body')
  const document = { body, activeElement: body }
  guardTyping({
    document,
    addEventListener: (name: string, listener: (event: object) => void) => void heard.set(name, listener),
  } as never)
  const field = new FakeElement('textarea')
  const hear = (name: string, event: object) => heard.get(name)?.(event)
  /** Returns whether it was meant for a field that is gone. */
  function press(key: string, target: FakeElement = body, modifiers: object = {}): boolean {
    const event = { key, target, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }
    hear('keydown', event)
    return isLostTyping(event as never)
  }
  return { field, body, document, hear, press }
}

test('[CMD42] no key is an action once the field that was typed in has lost the focus by itself', () => {
  const { field, press } = start()
  expect(press('a', field)).toBe(false)
  expect([press('c'), press('V', undefined, { shiftKey: true }), press('1')]).toEqual([true, true, true])
})

test('[CMD42] keys are actions where the person left the field, or the focus is somewhere', () => {
  const { field, body, document, hear, press } = start()
  const other = new FakeElement('button')
  const leaves: readonly (() => unknown)[] = [
    () => hear('pointerdown', {}),
    () => hear('focusin', { target: other }),
    () => press('Tab', field),
    () => press('Escape', field),
    () => press('2', field, { ctrlKey: true }),
    () => press('Enter', other),
  ]
  for (const leave of leaves) {
    press('a', field)
    leave()
    expect(press('c'), String(leave)).toBe(false)
  }
  // A line break is typed, too.
  press('Enter', field)
  expect(press('c')).toBe(true)
  document.activeElement = other
  expect(press('c', other)).toBe(false)
  document.activeElement = body
  expect(press('Escape')).toBe(false)
  expect(press('c')).toBe(false)
})
