import { type ReactNode, useEffect, useState } from 'react'
import { useWords } from '../words/words-context.tsx'
import { useAtelier, useRoute, useStudio } from './atelier-context.tsx'
import { KeySheet } from './key-sheet.tsx'
import { useKeys } from './keys.ts'
import { Palette } from './palette.tsx'
import { Rail } from './rail.tsx'
import { screens } from './router.ts'
import styles from './shell.module.css'

interface ShellProps {
  /** What needs the person's attention, above the screen. */
  readonly banner: ReactNode
  readonly children: ReactNode
}

/** The frame around every screen: rail, banner, keys and palette. */
export function Shell({ banner, children }: ShellProps) {
  const { shell } = useWords()
  const { router } = useAtelier()
  const { screen } = useRoute()
  const [inFront, setInFront] = useState<'keys' | 'palette' | null>(null)
  useTheme()
  useKeys([
    ...screens.map((name, index) => ({ key: String(index + 1), mod: true, run: () => router.go(name) })),
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
      <Rail onShowKeys={() => setInFront('keys')} />
      <div className={styles.main}>
        {banner}
        <main id="content" tabIndex={-1} className={styles.screen}>
          {children}
        </main>
      </div>
      <KeySheet open={inFront === 'keys'} onClose={() => setInFront(null)} />
      <Palette
        open={inFront === 'palette'}
        onClose={() => setInFront(null)}
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
