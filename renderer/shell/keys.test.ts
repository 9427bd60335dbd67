import { afterEach, expect, test, vi } from 'vitest'
import { viewing } from '../words/en/viewing.ts'
import { english } from '../words/en/words.ts'
import { keyRows } from './key-rows.ts'
import { matches } from './keys.ts'
import { browserScreenKey, screenKey } from './screen-keys.ts'

/** Something that has the focus, by the selectors that it fits. */
class FakeElement {
  readonly selector: string
  constructor(selector: string) {
    this.selector = selector
  }
  closest(selectors: string): FakeElement | null {
    return selectors.split(', ').includes(this.selector) ? this : null
  }
}

afterEach(() => vi.unstubAllGlobals())

function press(code: string, modifiers: object, selector: string): KeyboardEvent {
  vi.stubGlobal('Element', FakeElement)
  const off = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  return { ...off, key: '€', code, ...modifiers, target: new FakeElement(selector) } as never
}

test('[KEY30] on a Mac a screen’s key with ⌥ leaves the signs to whoever is writing', () => {
  const library = browserScreenKey(1)
  const chord = { altKey: true, shiftKey: true }
  for (const field of ['textarea', '[contenteditable="true"]']) {
    expect(matches(library, press('Digit2', chord, field), true)).toBe(false)
    expect(matches(library, press('Digit2', chord, field), false)).toBe(true)
  }
  expect(matches(library, press('Digit2', chord, 'main'), true)).toBe(true)
  expect(matches(library, press('Digit3', chord, 'main'), true)).toBe(false)
  const withCommand = press('Digit2', { metaKey: true, key: '2' }, 'textarea')
  expect(matches(screenKey(1), withCommand, true)).toBe(true)
})

test('[ACT45] a key that controls use themselves is theirs where one has the focus', () => {
  const space = { key: ' ', shift: false, outsideControls: true }
  const typed = (selector: string) => press('Space', { key: ' ' }, selector)
  for (const selector of ['button', 'a[href]', 'select', 'input', '[tabindex="0"]', 'textarea'])
    expect(matches(space, typed(selector)), selector).toBe(false)
  expect(matches(space, typed('section'))).toBe(true)
  expect(matches({ ...space, outsideControls: false }, typed('button'))).toBe(true)
})

test('[KEY470] the keys of a player stand where they hold on Create’s stage as well as in the viewer', () => {
  const rows = keyRows(english.shell.keyNames).filter(
    ({ action }) => action === 'points' || action === 'speed',
  )
  expect(rows.map(({ group }) => group)).toEqual(['result', 'result'])
})

test('[ACT350] the buttons of the in and out point read what their keys begin', () => {
  const keys = keyRows(english.shell.keyNames).find(({ action }) => action === 'points')?.keys
  const letters = [viewing.pointSign.in, viewing.pointSign.out].map((sign) => sign.charAt(0))
  expect(keys?.map((together) => together.at(-1))).toEqual(letters)
  // What is read on a button is part of its name, whether its point is set or not.
  for (const which of ['in', 'out'] as const)
    for (const at of [null, '0:01.00']) expect(viewing.point(which, at)).toContain(viewing.pointSign[which])
})
