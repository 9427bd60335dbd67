import { expect, test } from 'vitest'
import { desktopMenuSchema } from '../../shared/bridge/desktop-procedures.ts'
import { commandOf, desktopMenu } from './desktop-menu.ts'
import type { Command } from './palette-commands.ts'

const labels = { file: 'File', go: 'Go', create: 'Create', result: 'Result', queue: 'Queue', help: 'Help' }

function command(value: string, more: Partial<Command> = {}): Command {
  return { value, label: value, terms: '', note: null, run() {}, ...more }
}

const groups = [
  {
    value: 'Screens',
    items: [command('screen library', { label: 'Library', key: { key: '2', mod: true } })],
  },
  { value: 'Image', items: [command('action vary', { key: { key: 'v', shift: false }, isPossible: false })] },
  { value: 'Actions', items: [command('pause'), command('pauses'), command('keys')] },
  { value: 'Models', items: [command('model v2'), command('prompt a boat')] },
]

test('[DESK30] the menu has the palette’s commands with their keys, each in its place, and no models or prompts', () => {
  const menu = desktopMenu(groups, labels)
  expect(desktopMenuSchema.parse(menu)).toEqual(menu)
  expect(menu.groups.map(({ label, items }) => [label, items.map(({ id }) => id)])).toEqual([
    ['Go', ['screen library']],
    ['Result', ['action vary']],
    ['Queue', ['pause']],
    ['Help', ['keys']],
  ])
  expect(menu.groups[0]?.items[0]).toEqual({
    id: 'screen library',
    label: 'Library',
    key: { key: '2', mod: true, alt: false, shift: false },
    isEnabled: true,
    isChecked: null,
  })
  expect(menu.groups[1]?.items[0]?.isEnabled).toBe(false)
})

test('[DESK30] whatever commands are called and however many there are, the menu is one that the main side takes', () => {
  const many = Array.from({ length: 300 }, (_, index) =>
    command(`account ${index}`, { label: 'x'.repeat(500) }),
  )
  const menu = desktopMenu([{ value: 'Actions', items: many }], labels)
  expect(desktopMenuSchema.safeParse(menu).success).toBe(true)
})

test('[DESK30] an item is found by its id as it is now, and nothing that stands in the palette alone', () => {
  expect(commandOf(groups, 'keys')?.value).toBe('keys')
  for (const id of ['model v2', 'nothing', 'constructor']) expect(commandOf(groups, id)).toBeNull()
})
