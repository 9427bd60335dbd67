import type { BrowserWindow } from 'electron'
import { expect, test } from 'vitest'
import { type DesktopMenu, desktopMenuSchema } from '../../../shared/bridge/desktop-procedures.ts'
import { createFakeElectron, type FakeMenuItem } from '../../testing/fake-electron.ts'
import { firstWords } from '../../words/choose-words.ts'
import { acceleratorOf, createAppMenu, menuTemplate, showTextMenu } from './app-menu.ts'

const words = firstWords.desktop.menu
const key = (name: string, more = {}) => ({ key: name, mod: false, alt: false, shift: false, ...more })
const item = (id: string, more: Partial<DesktopMenu['groups'][number]['items'][number]> = {}) => ({
  id,
  label: id,
  key: null,
  isEnabled: true,
  isChecked: null,
  ...more,
})
const page: DesktopMenu = {
  groups: [
    { place: 'go', label: 'Go', items: [item('library', { key: key('2', { mod: true }) })] },
    {
      place: 'result',
      label: 'Result',
      items: [item('vary', { key: key('v') }), item('R&D', { isEnabled: false })],
    },
  ],
}

test('[DESK30] the menu has the system’s own items and the page’s, in their words, with their keys', () => {
  const chosen: string[] = []
  const template = menuTemplate({ page, platform: 'linux', words, onChosen: (id) => chosen.push(id) })
  expect(template.map(({ label }) => label)).toEqual(['File', 'Edit', 'View', 'Go', 'Result', 'Window'])
  const [vary, disabled] = (template[4]?.submenu ?? []) as unknown as FakeMenuItem[]
  expect(vary).toMatchObject({ label: 'vary', accelerator: 'V', registerAccelerator: false, enabled: true })
  expect(disabled).toMatchObject({ label: 'R&&D', enabled: false })
  vary?.click?.()
  expect(chosen).toEqual(['vary'])
})

test('[DESK31] on a Mac it has the application’s menu, and no key that a letter in a text would press', () => {
  const template = menuTemplate({ page, platform: 'darwin', words, onChosen: () => {} })
  expect(template.map(({ label }) => label).slice(0, 2)).toEqual(['Atelier', 'File'])
  const all = (items: readonly FakeMenuItem[]): readonly FakeMenuItem[] =>
    items.flatMap((one) => [one, ...all(one.submenu ?? [])])
  const everything = all(template as unknown as FakeMenuItem[])
  for (const { accelerator } of everything)
    if (accelerator !== undefined) expect(accelerator).toMatch(/^(CommandOrControl|Alt)\+/)
  expect(everything.map(({ label }) => label)).toContain('vary (V)')
  // Neither reloads the page nor looks into it.
  for (const { role } of everything) expect(['reload', 'forceReload', 'toggleDevTools']).not.toContain(role)
})

test('[DESK32] it is built anew when the page’s words or what is possible change, and not otherwise', () => {
  const electron = createFakeElectron({ isReady: true })
  const menu = createAppMenu({
    electron: electron.module,
    platform: 'linux',
    words: () => words,
    onChosen() {},
  })
  menu.show(page)
  const first = electron.menus.application
  menu.show(structuredClone(page))
  expect(electron.menus.application).toBe(first)
  menu.show({ groups: page.groups.slice(0, 1) })
  expect(electron.menus.application?.map(({ label }) => label)).not.toContain('Result')
})

test.each([
  [key('ArrowUp', { mod: true }), 'CommandOrControl+Up'],
  [key(' '), 'Space'],
  [key('/'), '/'],
  [key('1', { alt: true, shift: true }), 'Alt+Shift+1'],
  [key('Delete', { shift: true }), 'Shift+Delete'],
  [key('é'), null],
  [key('constructor'), null],
  [key('MediaPlayPause'), null],
])('a key %j is written %s', (given, written) => {
  expect(acceleratorOf(given)).toBe(written)
})

test('a menu of the page is bounded', () => {
  const many = { groups: [{ place: 'go', label: 'Go', items: Array(101).fill(item('a')) }] }
  for (const menu of [
    many,
    { groups: [{ place: 'edit', label: 'x', items: [item('a')] }] },
    { groups: [{}] },
  ])
    expect(desktopMenuSchema.safeParse(menu).success).toBe(false)
  expect(desktopMenuSchema.safeParse(page).success).toBe(true)
})

test('[DESK33] text has a menu of its own: all of it where it can be written, copying where it is chosen', () => {
  const electron = createFakeElectron({ isReady: true })
  const can = {
    canUndo: true,
    canRedo: false,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canSelectAll: true,
  }
  const show = (isEditable: boolean, selectionText: string) =>
    showTextMenu(
      electron.module,
      {} as BrowserWindow,
      { isEditable, selectionText, editFlags: { ...can, canDelete: true, canEditRichly: false } },
      words,
    )
  show(false, '  ')
  show(false, 'a boat')
  show(true, '')
  const roles = electron.menus.popups.map((items) => items.flatMap(({ role }) => role ?? []))
  expect(roles).toEqual([['copy'], ['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']])
  expect(electron.menus.popups[1]?.find(({ role }) => role === 'redo')?.enabled).toBe(false)
})
