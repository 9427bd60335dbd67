import { useEffect, useRef, useState } from 'react'
import { useKeyWords } from '../words/key-words.ts'
import { useAtelier } from './atelier-context.tsx'
import { createDesktopLink } from './desktop-link.ts'
import { commandOf, desktopMenu } from './desktop-menu.ts'
import { nothingFound } from './found-items.ts'
import { isBehindModal } from './keys.ts'
import type { CommandGroup } from './palette-commands.ts'
import { useCommandGroups } from './use-command-groups.ts'

interface DesktopMenuLayerProps {
  readonly onShowPalette: () => void
  readonly onShowKeys: () => void
}

/** Keeps the desktop's menu as the palette is, and carries out what is chosen there. */
export function DesktopMenuLayer({ onShowPalette, onShowKeys }: DesktopMenuLayerProps) {
  const { bridge } = useAtelier()
  const { menu, palette } = useKeyWords()
  const [link] = useState(() => createDesktopLink(bridge))
  const all = useCommandGroups({ search: '', found: nothingFound, shows: 'all', onShowKeys })
  const groups: readonly CommandGroup[] = [
    {
      value: 'palette',
      items: [
        {
          value: 'palette',
          label: palette.title,
          terms: null,
          note: null,
          key: { key: 'k', mod: true },
          run: onShowPalette,
        },
      ],
    },
    ...all,
  ]
  const latest = useRef(groups)
  latest.current = groups
  useEffect(() => link.setMenu(desktopMenu(groups, menu)))
  useEffect(
    () =>
      link.onChosen((id) => {
        const command = commandOf(latest.current, id)
        // A dialog keeps the menu from the page behind it, as it keeps the keys.
        if (command && command.isPossible !== false && !isBehindModal()) command.run()
      }),
    [link],
  )
  return null
}
