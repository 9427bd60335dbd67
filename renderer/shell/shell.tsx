import { type ReactNode, useEffect, useState } from 'react'
import { dialogOnDemand, layerOnDemand, usePreloadWhenIdle } from '../ui/on-demand.tsx'
import { useWords } from '../words/words-context.tsx'
import { useAtelier, useRoute, useStudio } from './atelier-context.tsx'
import { useKeys } from './keys.ts'
import { Rail } from './rail.tsx'
import { type Screen, screens } from './router.ts'
import { browserScreenKey, screenKey } from './screen-keys.ts'
import styles from './shell.module.css'

const KeySheet = dialogOnDemand(async () => (await import('./key-sheet.tsx')).KeySheet)
const Palette = dialogOnDemand(async () => (await import('./palette.tsx')).Palette)
const DesktopMenu = layerOnDemand(async () => (await import('./desktop-menu-layer.tsx')).DesktopMenuLayer)
const dialogsToPreload = [Palette, KeySheet]

interface ShellProps {
  /** What needs the person's attention, above the screen. */
  readonly banner: ReactNode
  /** Called when the person is about to open a screen: the pointer or the focus is on its entry. */
  readonly onApproach: (screen: Screen) => void
  readonly children: ReactNode
}

/** The frame around every screen: rail, banner, keys and palette. */
export function Shell({ banner, onApproach, children }: ShellProps) {
  const { shell } = useWords()
  const { router } = useAtelier()
  const { screen } = useRoute()
  const isDesktop = useStudio(({ status }) => status?.host === 'desktop')
  const [inFront, setInFront] = useState<'keys' | 'palette' | null>(null)
  useTheme()
  usePreloadWhenIdle(dialogsToPreload)
  const close = () => setInFront(null)
  useKeys([
    ...screens.flatMap((name, place) =>
      [screenKey(place), browserScreenKey(place)].map((key) => ({ ...key, run: () => router.go(name) })),
    ),
    { key: '?', run: () => setInFront('keys') },
    {
      key: 'k',
      mod: true,
      closesDialog: inFront === 'palette',
      run: () => setInFront(inFront === 'palette' ? null : 'palette'),
    },
  ])
  useEffect(() => {
    document.title = `${shell.screens[screen]} – ${shell.product}`
  }, [screen, shell])
  return (
    <div className={styles.shell}>
      <button type="button" className={styles.skip} onClick={focusContent}>
        {shell.skip}
      </button>
      <Rail onShowKeys={() => setInFront('keys')} onApproach={onApproach} />
      <div className={styles.main}>
        {banner}
        <main id="content" tabIndex={-1} className={styles.screen}>
          {children}
        </main>
      </div>
      {isDesktop && (
        <DesktopMenu onShowPalette={() => setInFront('palette')} onShowKeys={() => setInFront('keys')} />
      )}
      <KeySheet wanted={inFront === 'keys'} open={inFront === 'keys'} onClose={close} onCancel={close} />
      <Palette
        wanted={inFront === 'palette'}
        open={inFront === 'palette'}
        onClose={close}
        onCancel={close}
        onShowKeys={() => setInFront('keys')}
      />
    </div>
  )
}

function focusContent() {
  document.getElementById('content')?.focus()
}

function useTheme() {
  const theme = useStudio((state) => state.settings?.theme)
  useEffect(() => {
    if (theme) document.documentElement.dataset.theme = theme
  }, [theme])
}
