import type { DesktopMenu, MenuKey, menuPlaces } from '../../shared/bridge/desktop-procedures.ts'
import type { ActionKey } from './keys.ts'
import type { Command, CommandGroup } from './palette-commands.ts'

type Place = (typeof menuPlaces)[number]

const longestLabel = 200

/** Where each command stands, by the beginning of its value; what is not listed is in the palette alone. */
const places: readonly (readonly [string, Place])[] = [
  ['import', 'file'],
  ['adopt', 'file'],
  ['palette', 'go'],
  ['screen ', 'go'],
  ['command ', 'create'],
  ['action ', 'result'],
  ['pause', 'queue'],
  ['batch', 'queue'],
  ['account ', 'queue'],
  ['keys', 'help'],
]

/** The page's part of the desktop's menu: the commands of the palette, with their keys and words (DESK30). */
export function desktopMenu(
  groups: readonly CommandGroup[],
  labels: Readonly<Record<Place, string>>,
): DesktopMenu {
  const items = new Map<Place, DesktopMenu['groups'][number]['items']>()
  for (const command of menuCommands(groups)) {
    const place = placeOf(command)
    if (place) items.set(place, [...(items.get(place) ?? []), toItem(command)])
  }
  return {
    groups: [...items].map(([place, inIt]) => ({ place, label: labels[place], items: inIt.slice(0, 100) })),
  }
}

/** The command that an item of the menu is for, as it is now. */
export function commandOf(groups: readonly CommandGroup[], id: string): Command | null {
  return menuCommands(groups).find(({ value }) => value === id) ?? null
}

function menuCommands(groups: readonly CommandGroup[]): readonly Command[] {
  return groups.flatMap(({ items }) => items).filter((command) => placeOf(command) !== null)
}

function placeOf({ value }: Command): Place | null {
  const found = places.find(([start]) => (start.endsWith(' ') ? value.startsWith(start) : value === start))
  return found?.[1] ?? null
}

function toItem({
  value,
  label,
  key,
  isPossible = true,
}: Command): DesktopMenu['groups'][number]['items'][number] {
  return {
    id: value.slice(0, longestLabel),
    label: label.slice(0, longestLabel),
    key: key ? toMenuKey(key) : null,
    isEnabled: isPossible,
    isChecked: null,
  }
}

function toMenuKey({ key, mod = false, alt = false, shift = false }: ActionKey): MenuKey {
  return { key, mod, alt, shift }
}
